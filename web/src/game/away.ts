// What somebody who was cut off missed, told from how the table stood and how it stands. Pure.
import { t } from "../i18n/index.svelte";
import type { Here } from "./here";

/** One line; null when nothing happened that they would ask about. */
export function missed(before: Here, after: Here): string | null {
  const [was, is] = [before.table, after.table];
  if (before.version === 0 || !was || !is) return null;
  const parts: string[] = [];
  if (is.round !== was.round) parts.push(t("away.round", { n: is.round }));
  else if (is.turnNumber > was.turnNumber) parts.push(t("away.turns", { n: is.turnNumber - was.turnNumber }));
  const [held, holds] = [before.mine?.hand.length, after.mine?.hand.length];
  if (held !== undefined && holds !== undefined && held !== holds) parts.push(t("away.hand", { n: holds }));
  return parts.length > 0 ? t("away.line", { what: parts.join(" · ") }) : null;
}
