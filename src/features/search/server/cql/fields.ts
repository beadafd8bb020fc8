import type { Operator } from './ast.ts'

/** Types of the values of a field. */
export type ValueKind =
  | 'content'
  | 'space'
  | 'spaceType'
  | 'type'
  | 'user'
  | 'date'
  | 'string'
  | 'title'
  | 'text'
  | 'fullText'

export interface Field {
  /** The name in results and in predicates. */
  name: FieldName
  kind: ValueKind
  operators: readonly Operator[]
  sortable: boolean
}

const EQUALITY = ['=', '!=', 'in', 'not in'] as const
const ORDER = ['=', '!=', '<', '<=', '>', '>='] as const
const CONTAINS = ['~', '!~'] as const

type Row = [kind: ValueKind, operators: readonly Operator[], sortable: boolean]

/**
 * The fields of CQL. Operators after Atlassian's "CQL field reference" for Server and Data Center; wider where clients
 * are seen to ask for more (lists of titles, `user ~`).
 */
const TABLE = {
  ancestor: ['content', EQUALITY, false],
  container: ['content', EQUALITY, false],
  contributor: ['user', EQUALITY, false],
  created: ['date', ORDER, true],
  creator: ['user', EQUALITY, true],
  favourite: ['user', EQUALITY, true],
  group: ['text', [...EQUALITY, ...CONTAINS], false],
  id: ['content', EQUALITY, true],
  label: ['string', EQUALITY, false],
  lastmodified: ['date', ORDER, true],
  macro: ['string', EQUALITY, false],
  mention: ['user', EQUALITY, false],
  parent: ['content', EQUALITY, false],
  siteSearch: ['fullText', CONTAINS, false],
  space: ['space', EQUALITY, true],
  'space.category': ['string', EQUALITY, false],
  'space.title': ['title', [...EQUALITY, ...CONTAINS], true],
  'space.type': ['spaceType', EQUALITY, true],
  text: ['fullText', CONTAINS, false],
  title: ['title', [...EQUALITY, ...CONTAINS], true],
  type: ['type', EQUALITY, true],
  user: ['text', [...EQUALITY, ...CONTAINS], false],
  'user.fullname': ['text', [...EQUALITY, ...CONTAINS], true],
  'user.userkey': ['string', EQUALITY, false],
  watcher: ['user', EQUALITY, false],
} as const satisfies Record<string, Row>

export type FieldName = keyof typeof TABLE

/** Other names of fields, in lower case. */
const ALIASES: Readonly<Record<string, FieldName>> = {
  content: 'id',
  favorite: 'favourite',
  'space.key': 'space',
}

const FIELDS = new Map<string, Field>()
for (const [name, [kind, operators, sortable]] of Object.entries(TABLE) as [FieldName, Row][]) {
  FIELDS.set(name.toLowerCase(), { name, kind, operators, sortable })
}
for (const [alias, name] of Object.entries(ALIASES)) {
  const field = FIELDS.get(name.toLowerCase())
  if (field) FIELDS.set(alias, field)
}

/** The field of this name or alias, in any case. */
export const findField = (name: string): Field | undefined => FIELDS.get(name.toLowerCase())

/** All names a field may be called by, for messages; with `sortable` only of those that results can be sorted by. */
export function fieldNames(sortable = false): string[] {
  return [...FIELDS]
    .filter(([, field]) => field.sortable || !sortable)
    .map(([written, field]) => (written === field.name.toLowerCase() ? field.name : written))
    .toSorted()
}

export const CONTENT_TYPES = ['page', 'blogpost', 'comment', 'attachment', 'space', 'user'] as const
/** Types that other products of the family have and this one has not: right to ask for, never found. */
export const FOREIGN_TYPES: readonly string[] = [
  'whiteboard',
  'database',
  'folder',
  'embed',
  'spacedesc',
  'personalspacedesc',
  'userinfo',
  'draft',
  'custom',
]
export const SPACE_TYPES = ['global', 'personal', 'favourite'] as const
