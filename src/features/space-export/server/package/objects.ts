/** Objects of `entities.xml` as text: Hibernate's XML form, as the old product writes and reads it. */

/** The classes of an export, with the packages that they are in. */
const PACKAGES = {
  Space: 'spaces',
  SpaceDescription: 'spaces',
  Page: 'pages',
  BlogPost: 'pages',
  Comment: 'pages',
  Attachment: 'pages',
  BodyContent: 'core',
  ContentProperty: 'content',
  CustomContentEntityObject: 'content',
  Label: 'labels',
  Labelling: 'labels',
  ContentPermissionSet: 'security',
  ContentPermission: 'security',
  SpacePermission: 'security',
  ConfluenceUserImpl: 'user',
  Notification: 'mail.notification',
  User2ContentRelationEntity: 'internal.relations.dao',
  LikeEntity: 'like',
  PageTemplate: 'pages.templates',
} as const
export type ObjectClass = keyof typeof PACKAGES

const ROOT = 'com.atlassian.confluence.'

/** Names an object; users by their key, all others by a number. */
export interface Reference {
  readonly class: ObjectClass
  readonly id: number | string
}

/** A value of a Java enumeration. */
export interface Enumerated {
  readonly enumeration: string
  /** Below {@link ROOT}. */
  readonly package: string
  readonly value: string
}

/** Text is a string, lists keep no order unless they are {@link Ordered}; null is a property without a value. */
export type Value = string | number | boolean | Date | Reference | Enumerated | readonly Reference[] | Ordered | null

/** A list whose order matters. */
export interface Ordered {
  readonly ordered: readonly Reference[]
}

/** Characters that XML forbids; a text may hold some, and a reader of the export would stop at them. */
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

const BEGIN = `<?xml version="1.0" encoding="UTF-8"?>\n`

/** The element around all objects. @param at when the export was made */
export function documentStart(at: Date): string {
  return `${BEGIN}<hibernate-generic datetime="${timeText(at).slice(0, 19)}">\n`
}

export const DOCUMENT_END = '</hibernate-generic>\n'

/** An object with its properties; empty lists are left out. */
export function objectText(of: Reference, properties: Readonly<Record<string, Value>>): string {
  const lines = Object.entries(properties).map(([name, value]) => propertyText(name, value))
  return `<object ${classOf(of)}>\n${idText(of)}\n${lines.join('')}</object>\n`
}

function propertyText(name: string, value: Value): string {
  if (value === null) return `<property name="${name}"/>\n`
  if (typeof value === 'string') return `<property name="${name}">${section(value)}</property>\n`
  if (typeof value !== 'object') return `<property name="${name}">${value}</property>\n`
  if (value instanceof Date) return `<property name="${name}">${timeText(value)}</property>\n`
  if ('ordered' in value) return listText(name, 'java.util.List', value.ordered)
  if ('enumeration' in value)
    return `<property name="${name}" enum-class="${value.enumeration}" package="${ROOT}${value.package}">${value.value}</property>\n`
  if ('class' in value) return `<property name="${name}" ${classOf(value)}>${idText(value)}\n</property>\n`
  return listText(name, 'java.util.Collection', value)
}

function listText(name: string, type: string, members: readonly Reference[]): string {
  if (members.length === 0) return ''
  const elements = members.map(member => `<element ${classOf(member)}>${idText(member)}\n</element>\n`)
  return `<collection name="${name}" class="${type}">${elements.join('')}</collection>\n`
}

function classOf({ class: name }: Reference): string {
  return `class="${name}" package="${ROOT}${PACKAGES[name]}"`
}

function idText({ class: name, id }: Reference): string {
  return name === 'ConfluenceUserImpl' ? `<id name="key">${section(String(id))}</id>` : `<id name="id">${id}</id>`
}

/** A section ends at the first `]]>`, so the old product writes `]] >` for one that is part of the text. */
function section(text: string): string {
  return `<![CDATA[${text.toWellFormed().replaceAll(FORBIDDEN, '').replaceAll(']]>', ']] >')}]]>`
}

/** `2016-05-10 17:04:43.120` in UTC, as the descriptor says. */
function timeText(at: Date): string {
  return at.toISOString().slice(0, 23).replace('T', ' ')
}
