import type { PersonView } from '#features/content/contract.ts'
import type { RestrictionsView } from '../contract.ts'

/** Who may see a page, and who may edit it, as the dialog's three choices. */
export type Mode = 'none' | 'edit' | 'view'

export type Who = { kind: 'user'; person: PersonView } | { kind: 'group'; name: string }

/** Somebody who is let in; without `edit` to look only. */
export interface Entry {
  who: Who
  edit: boolean
}

export interface Restrictions {
  mode: Mode
  entries: readonly Entry[]
}

export function keyOf(who: Who): string {
  return who.kind === 'user' ? `user:${who.person.userKey}` : `group:${who.name}`
}

/** What the dialog begins with. Editors who are not among the viewers of a page that is restricted for viewing see nothing. */
export function restrictionsOf({ read, update }: Pick<RestrictionsView, 'read' | 'update'>): Restrictions {
  const whoIn = (subjects: RestrictionsView['read']): Who[] => [
    ...subjects.users.map(person => ({ kind: 'user' as const, person })), ...subjects.groups.map(name => ({ kind: 'group' as const, name })),
  ]
  const viewers = whoIn(read)
  const editors = whoIn(update)
  if (viewers.length === 0) {
    return { mode: editors.length === 0 ? 'none' : 'edit', entries: editors.map(who => ({ who, edit: true })) }
  }
  const mayEdit = new Set(editors.map(keyOf))
  // Without a restriction on editing, all who see the page edit it as the space allows.
  return { mode: 'view', entries: viewers.map(who => ({ who, edit: editors.length === 0 || mayEdit.has(keyOf(who)) })) }
}

/** Adds somebody unless they are there. */
export function withEntry(restrictions: Restrictions, who: Who): Restrictions {
  if (restrictions.entries.some(entry => keyOf(entry.who) === keyOf(who))) return restrictions
  return { ...restrictions, entries: [...restrictions.entries, { who, edit: true }] }
}

/** The body of the call that stores them. Where all viewers may edit, editing is not restricted by itself. */
export function bodyOf({ mode, entries }: Restrictions) {
  const subjects = (list: readonly Entry[]) => ({
    user: list.flatMap(({ who }) => (who.kind === 'user' ? [{ username: who.person.username }] : [])),
    group: list.flatMap(({ who }) => (who.kind === 'group' ? [{ name: who.name }] : [])),
  })
  const editors = entries.filter(entry => entry.edit)
  return [
    { operation: 'read' as const, restrictions: subjects(mode === 'view' ? entries : []) },
    { operation: 'update' as const, restrictions: subjects(mode === 'edit' ? entries : mode === 'view' && editors.length < entries.length ? editors : []) },
  ]
}

/** Why these cannot be stored; undefined when they can. A key of i18n. */
export function problemOf({ mode, entries }: Restrictions): string | undefined {
  if (mode === 'none') return undefined
  if (entries.length === 0) return 'Name at least one user or group.'
  if (!entries.some(entry => entry.edit)) return 'Let at least one user or group edit.'
  return undefined
}
