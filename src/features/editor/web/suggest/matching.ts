import type { InsertCommand } from '../toolbar/commands.ts'

/** Commands that have what was typed, the group with the best match first. */
export function matching(commands: readonly InsertCommand[], typed: string): InsertCommand[] {
  const ranked = commands
    .map(command => ({ command, rank: rankOf(command, typed) }))
    .filter(({ rank }) => rank < NO_MATCH)
    .toSorted((one, other) => one.rank - other.rank)
  const groups = Map.groupBy(ranked, ({ command }) => command.group)
  return [...groups.values()].flatMap(group => group.map(({ command }) => command))
}

const NO_MATCH = 4

/** The lower, the better: label, word of the label or search word, within the label, word of the description. */
function rankOf({ label, words, description }: InsertCommand, typed: string): number {
  const name = label.toLowerCase()
  const hasWord = (text: string) => ` ${text.toLowerCase()}`.includes(` ${typed}`)
  if (name.startsWith(typed)) return 0
  if (hasWord(`${name} ${words}`)) return 1
  if (name.includes(typed)) return 2
  return hasWord(description) ? 3 : NO_MATCH
}
