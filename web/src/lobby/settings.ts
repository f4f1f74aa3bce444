// How the settings are shown: in groups, each with its control, its value in words, and whether it was changed.
import { setting, settingDefault, settingIds, settingValues } from "../game/catalogue";
import type { SettingInfoJson } from "../gen/zerocards/game/v1/game_pb";
import { has, t } from "../i18n/index.svelte";
import type { Key } from "../i18n/index.svelte";

const groups: { title: Key; ids: (id: string) => boolean }[] = [
  { title: "group.game", ids: among("target_score", "scoring", "start_hand", "turn_timer_s", "max_players", "bot_takeover") },
  { title: "group.turn", ids: among("draw_rule", "auto_draw", "no_pass", "no_action_finish", "jump_in") },
  { title: "group.cards", ids: among("stacking", "plus2_on_plus4", "challenge", "seven_zero", "chaos_meter") },
  { title: "group.deck", ids: among("shuffle_hands", "blank_wilds") },
  { title: "group.specials", ids: (id) => id.startsWith("specials.") },
  { title: "group.other", ids: () => true },
];

function among(...ids: string[]): (id: string) => boolean {
  return (id) => ids.includes(id);
}

/** Shown on their own, above the groups. */
const apart = among("public", "custom_rule");

export interface Group {
  title: Key;
  settings: SettingInfoJson[];
}

/** The settings that this room has, each in the first group that takes it; groups without one are left out. */
export function grouped(values: Record<string, string>): Group[] {
  const ids = settingIds.filter((id) => id in values && !apart(id));
  return groups
    .map(({ title }, index) => ({
      title,
      settings: ids
        .filter((id) => groups.findIndex((group) => group.ids(id)) === index)
        .map((id) => setting(id))
        .filter((info) => info !== undefined),
    }))
    .filter((group) => group.settings.length > 0);
}

export function valueText(id: string, value: string): string {
  if (id === "target_score") return value === "0" ? t("value.oneRound") : t("value.points", { n: Number(value) });
  if (id === "turn_timer_s") return value === "0" ? t("value.off") : t("value.seconds", { n: Number(value) });
  const key = `value.${value}`;
  return has(key) ? t(key) : value;
}

export const isChanged = (ruleset: string, id: string, value: string): boolean =>
  value !== (settingDefault(ruleset, id) ?? value);

/** Every setting that differs from the rule set's defaults, with the default. */
export function changesBack(ruleset: string, values: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values)
      .filter(([id, value]) => id !== "public" && isChanged(ruleset, id, value))
      .map(([id]) => [id, settingDefault(ruleset, id) ?? ""]),
  );
}

/** The value a step further in a range, 0 for off below its least where it may be off; null: there is none. */
export function stepped(info: SettingInfoJson, value: number, by: 1 | -1): number | null {
  const { min = 0, max = 0, zero = false } = info;
  const step = max - min > 20 ? 5 : 1;
  if (value === 0 && zero) return by > 0 ? min : null;
  const next = value + by * step;
  if (next < min) return zero ? 0 : value > min ? min : null;
  return next > max ? (value < max ? max : null) : next;
}

export const choiceValues = (ruleset: string, id: string): string[] => settingValues(ruleset, id);
