/** Objects of an export, under the names that the old product gives their classes and properties. */

/** Names an object by its class and id. */
export interface ObjectReference {
  readonly class: string
  readonly id: string
}

export type PropertyValue = string | ObjectReference | readonly ObjectReference[]

/** An object with the properties that are not null. */
export interface ExportObject extends ObjectReference {
  readonly properties: Readonly<Record<string, PropertyValue>>
}

/** The text of a property; undefined where it is absent or no text. */
export function textOf(object: ExportObject, name: string): string | undefined {
  const value = object.properties[name]
  return typeof value === 'string' ? value : undefined
}

/** Target of a reference; undefined if the property is absent or refers to nothing. */
export function referenceOf(object: ExportObject, name: string): ObjectReference | undefined {
  const value = object.properties[name]
  return value === undefined || typeof value === 'string' || Array.isArray(value)
    ? undefined
    : (value as ObjectReference)
}

/** The members of a collection. */
export function membersOf(object: ExportObject, name: string): readonly ObjectReference[] {
  const value = object.properties[name]
  return Array.isArray(value) ? (value as readonly ObjectReference[]) : []
}

/** The whole number of a property; undefined where there is none. */
export function numberOf(object: ExportObject, name: string): number | undefined {
  const text = textOf(object, name)
  const value = text === undefined || text.trim() === '' ? Number.NaN : Number(text)
  return Number.isSafeInteger(value) ? value : undefined
}

/** Lists that say again what their members say, and may be long. */
export const REPEATED: ReadonlySet<string> = new Set([
  'ancestors',
  'attachments',
  'children',
  'childrens',
  'comments',
  'customContent',
  'historicalVersions',
  'outgoingLinks',
  'referralLinks',
])
