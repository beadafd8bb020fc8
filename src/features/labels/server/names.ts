import { badRequest } from '#platform/server/http/errors.ts'

export const PREFIXES = ['global', 'my', 'team', 'system'] as const
export type Prefix = (typeof PREFIXES)[number]

export const MAX_LABEL_LENGTH = 255
/** As in the old product; white space separates labels ({@link labelNamesIn}). */
const INVALID = /[\s!#&()*,.:;<>?@[\]^/\\"'`~|{}\u0000-\u001f]/

export interface LabelName {
  prefix: Prefix
  name: string
}

/**
 * Reads what clients add as a label. As in the old product, a text with blanks adds a label for each of its words.
 * @throws HttpError 400 as {@link labelName}
 */
export function labelNamesIn(text: string, prefix?: string | null): LabelName[] {
  const words = text.split(/\s+/).filter(word => word !== '')
  return words.length > 1 ? words.map(word => labelName(word, prefix)) : [labelName(text, prefix)]
}

/**
 * Reads a label as clients write it: with a prefix beside it, or before a colon (`my:todo`). Folded to lower case.
 * @throws HttpError 400 naming the character that cannot be in a label
 */
export function labelName(text: string, prefix?: string | null): LabelName {
  const colon = text.indexOf(':')
  const [before, rest] = colon > 0 ? [text.slice(0, colon), text.slice(colon + 1)] : [prefix || 'global', text]
  const name = rest.normalize('NFC').trim().toLowerCase()
  const known = PREFIXES.find(candidate => candidate === before.toLowerCase())
  if (!known)
    throw badRequest('the prefix "{{prefix}}" does not exist; use {{known}}', {
      field: 'label',
      values: { prefix: before.slice(0, 40), known: PREFIXES.join(', ') },
    })
  if (name === '') throw badRequest('a name is required', { field: 'label' })
  if (name.length > MAX_LABEL_LENGTH)
    throw badRequest('at most {{most}} characters', {
      field: 'label',
      values: { most: MAX_LABEL_LENGTH },
    })
  const bad = INVALID.exec(name)
  if (bad)
    throw badRequest('"{{name}}" holds {{sign}}, which labels cannot contain', {
      field: 'label',
      values: { name: name.slice(0, 60), sign: JSON.stringify(bad[0]) },
    })
  return { prefix: known, name }
}
