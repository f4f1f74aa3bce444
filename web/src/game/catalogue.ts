// What the engine publishes of faces, rule sets and settings (`python -m services.game.catalogue`), looked up by id.
import catalogueJson from "../gen/catalogue.json";
import type {
  CatalogueJson,
  FaceInfoJson,
  RuleSetInfoJson,
  SettingInfoJson,
} from "../gen/zerocards/game/v1/game_pb";
import { pickText } from "../i18n/index.svelte";

const catalogue: CatalogueJson = catalogueJson;
const byId = <Info extends { id?: string }>(infos: Info[] = []) => new Map(infos.map((info) => [info.id ?? "", info]));

const faces: Map<string, FaceInfoJson> = byId(catalogue.faces);
const rulesets: Map<string, RuleSetInfoJson> = byId(catalogue.rulesets);
const settings: Map<string, SettingInfoJson> = byId(catalogue.settings);
// Digits, actions, specials, wilds; within a kind as the catalogue has them.
const kinds = ["digit", "action", "special", "wild"];
const sorted = [...faces.values()].sort((a, b) => kinds.indexOf(a.kind ?? "") - kinds.indexOf(b.kind ?? ""));
const order = new Map(sorted.map(({ id = "" }, index) => [id, index]));

/** The house game, and the first to be offered. */
const HOUSE = "zerocards";
export const rulesetIds = [...rulesets.keys()].sort((a, b) => Number(b === HOUSE) - Number(a === HOUSE));
export const settingIds = [...settings.keys()];

export const face = (id: string): FaceInfoJson | undefined => faces.get(id);
export const faceLabel = (id: string): string => pickText(faces.get(id)?.label, id);
export const faceHelp = (id: string): string => pickText(faces.get(id)?.help, "");
export const faceOrder = (id: string): number => order.get(id) ?? order.size;

export const ruleset = (id: string): RuleSetInfoJson | undefined => rulesets.get(id);
export const rulesetLabel = (id: string): string => pickText(rulesets.get(id)?.label, id);
/** Points that a face counts in a rule set (COM-14). */
export const facePoints = (rules: string, id: string): number | undefined => rulesets.get(rules)?.points?.[id];

export const setting = (id: string): SettingInfoJson | undefined => settings.get(id);
export const settingLabel = (id: string): string => pickText(settings.get(id)?.label, id);
export const settingHelp = (id: string): string => pickText(settings.get(id)?.help, "");
/** The values to choose from in a rule set, the setting's own unless the set narrows them. */
export const settingValues = (rules: string, id: string): string[] =>
  rulesets.get(rules)?.values?.[id]?.values ?? settings.get(id)?.values ?? [];
export const settingDefault = (rules: string, id: string): string | undefined => rulesets.get(rules)?.defaults?.[id];
