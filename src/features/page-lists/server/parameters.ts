/** Parameters that several macros for lists have. */
import type { ParameterSchema } from '#language/index.ts'

export const maximum = { type: 'number', label: 'Maximum number of entries', default: 15, min: 1 } as const

/** Up to 50; without a value, every space. */
export const spaces = {
  type: 'space',
  label: 'Spaces',
  help: 'Keys, @self, @global, @personal or @favorite. Default: all spaces.',
  list: 'words',
} as const

/** For macros that look in the space of their page unless they name others. */
export const spacesOrOwn = {
  ...spaces,
  help: 'Keys, @all, @global, @personal or @favorite. Default: this space.',
} as const

/** Up to 50. */
export const labels = { type: 'label', label: 'Labels', list: 'words' } as const

/** The space of a macro that is about one. */
export const spaceKey = {
  type: 'space',
  label: 'Space',
  help: 'Key. Default: this space.',
  aliases: ['', 'space'],
  maxLength: 255,
} as const

/** Query, written as CQL or by labels and spaces. */
export const listQuery = {
  cql: { type: 'cql', label: 'CQL query', help: 'Replaces labels and spaces.' },
  labels,
  label: { ...labels, label: 'More labels' },
  '': { ...labels, label: 'More labels' },
  spaces,
} as const satisfies ParameterSchema

/** Texts in place of an empty list. */
export const blankTexts = {
  blankTitle: { type: 'text', label: 'Title if nothing is found' },
  blankDescription: { type: 'text', label: 'Text if nothing is found' },
} as const satisfies ParameterSchema
