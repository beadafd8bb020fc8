import type { FunctionCall } from './ast.ts'
import type { ValueKind } from './fields.ts'

/** Lists that only the database knows; the compiler resolves them for the user who asks. */
export const COLLECTIONS = [
  'favouriteSpaces',
  'watchedSpaces',
  'recentlyViewedSpaces',
  'recentlyViewedContent',
  'watchedContent',
  'favouriteContent',
] as const
export type Collection = (typeof COLLECTIONS)[number]

/** The result of a function, and its arguments. */
export type FunctionRule = { name: string; kinds: readonly ValueKind[]; maxArgs: number } & (
  | { gives: 'user' | 'space' | 'content' }
  | { gives: 'now' }
  | { gives: 'start' | 'end'; unit: 'day' | 'week' | 'month' | 'year' }
  | { gives: 'collection'; collection: Collection }
)

const RULES: FunctionRule[] = [
  { name: 'currentUser', kinds: ['user', 'text', 'string'], maxArgs: 0, gives: 'user' },
  { name: 'currentSpace', kinds: ['space'], maxArgs: 0, gives: 'space' },
  { name: 'currentContent', kinds: ['content'], maxArgs: 0, gives: 'content' },
  { name: 'now', kinds: ['date'], maxArgs: 1, gives: 'now' },
]
for (const unit of ['day', 'week', 'month', 'year'] as const) {
  const name = unit.charAt(0).toUpperCase() + unit.slice(1)
  RULES.push({ name: `startOf${name}`, kinds: ['date'], maxArgs: 1, gives: 'start', unit })
  RULES.push({ name: `endOf${name}`, kinds: ['date'], maxArgs: 1, gives: 'end', unit })
}
for (const collection of COLLECTIONS) {
  const kind = collection.endsWith('Spaces') ? 'space' : 'content'
  const maxArgs = collection.startsWith('recently') ? 2 : 0
  RULES.push({ name: collection, kinds: [kind], maxArgs, gives: 'collection', collection })
}

const BY_NAME = new Map(RULES.map(rule => [rule.name.toLowerCase(), rule]))
for (const collection of ['favouriteSpaces', 'favouriteContent'] as const) {
  const rule = BY_NAME.get(collection.toLowerCase())
  if (rule) BY_NAME.set(collection.toLowerCase().replace('favourite', 'favorite'), rule)
}

/** The rule of a function, in any case of its name. */
export const findFunction = (call: FunctionCall): FunctionRule | undefined => BY_NAME.get(call.name.toLowerCase())

/** The functions that give values of this kind, for messages. */
export const functionsFor = (kind: ValueKind): string[] =>
  RULES.filter(rule => rule.kinds.includes(kind)).map(rule => `${rule.name}()`)
