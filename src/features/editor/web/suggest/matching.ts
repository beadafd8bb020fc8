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

/**
 * How well a command matches, best first. The first word of a label is what users read in the menu and type, so that
 * it comes before the same word among the search words of another command. Macros come behind all commands of which the
 * label or a search word begins so: there are very many, and most are rare.
 */
const RANKS = [
  'name',
  'first word of the label',
  'whole word',
  'label',
  'word of the label',
  'search word',
  'label of a macro',
  'word of the label of a macro',
  'search word of a macro',
  'words in any order',
  'description',
] as const
const NO_MATCH = RANKS.length

function rankOf(command: InsertCommand, typed: string): number {
  const match = matchOf(command, typed)
  return match ? RANKS.indexOf(match) : NO_MATCH
}

function matchOf({ id, group, label, words, description }: InsertCommand, typed: string) {
  const name = ` ${label.toLowerCase()}`
  const all = `${name} ${words.toLowerCase()} `
  const isMacro = group === 'macros' && id.startsWith('macro ')
  if (name === ` ${typed}` || id === `macro ${typed}`) return 'name'
  if (!isMacro && `${name} `.startsWith(` ${typed} `)) return 'first word of the label'
  if (!name.startsWith(` ${typed}`) && all.includes(` ${typed} `)) return 'whole word'
  if (name.startsWith(` ${typed}`)) return isMacro ? 'label of a macro' : 'label'
  if (name.includes(` ${typed}`)) return isMacro ? 'word of the label of a macro' : 'word of the label'
  if (all.includes(` ${typed}`)) return isMacro ? 'search word of a macro' : 'search word'
  if (typed.split(/\s+/).every(word => all.includes(` ${word}`))) return 'words in any order'
  return ` ${description.toLowerCase()}`.includes(` ${typed}`) ? 'description' : undefined
}
