import type { PersonView } from '#features/content/contract.ts'
import type { RestrictionsView } from '../contract.ts'

/** The dialog's three choices. */
export type Mode = 'none' | 'edit' | 'view'

export type Who = { kind: 'user'; person: PersonView } | { kind: 'group'; name: string }

/** Allowed user or group; view only without `edit`. */
export interface Entry {
  who: Who
  edit: boolean
}

export interface Restrictions {
  mode: Mode
  entries: readonly Entry[]
}

export function subjectKey(who: Who): string {
  return who.kind === 'user' ? `user:${who.person.userKey}` : `group:${who.name}`
}

/** Initial dialog state. Editors who are not viewers of a view-restricted page see nothing. */
export function restrictionsOf({ read, update }: Pick<RestrictionsView, 'read' | 'update'>): Restrictions {
  const whoIn = (subjects: RestrictionsView['read']): Who[] => [
    ...subjects.users.map(person => ({ kind: 'user' as const, person })),
    ...subjects.groups.map(name => ({ kind: 'group' as const, name })),
  ]
  const viewers = whoIn(read)
  const editors = whoIn(update)
  if (viewers.length === 0) {
    return { mode: editors.length === 0 ? 'none' : 'edit', entries: editors.map(who => ({ who, edit: true })) }
  }
  const mayEdit = new Set(editors.map(subjectKey))
  // Without an edit restriction all viewers may edit.
  return {
    mode: 'view',
    entries: viewers.map(who => ({ who, edit: editors.length === 0 || mayEdit.has(subjectKey(who)) })),
  }
}

/** Adds a subject unless present. */
export function withEntry(restrictions: Restrictions, who: Who): Restrictions {
  if (restrictions.entries.some(entry => subjectKey(entry.who) === subjectKey(who))) return restrictions
  return { ...restrictions, entries: [...restrictions.entries, { who, edit: true }] }
}

/** Adds whom others let in while the dialog was open, so that storing it does not shut them out again. */
export function withLetIn(value: Restrictions, before: Restrictions, after: Restrictions): Restrictions {
  const find = ({ entries }: Restrictions, who: Who) => entries.find(entry => subjectKey(entry.who) === subjectKey(who))
  const added = after.entries.filter(({ who, edit }) => {
    const known = find(before, who)
    return !known || (edit && !known.edit)
  })
  if (added.length === 0) return value
  const isAdded = ({ who }: Entry) => added.some(entry => subjectKey(entry.who) === subjectKey(who))
  return { ...value, entries: [...value.entries.filter(entry => !isAdded(entry)), ...added] }
}

/** Request body. When all viewers may edit, editing is not restricted separately. */
export function bodyOf({ mode, entries }: Restrictions) {
  const subjects = (list: readonly Entry[]) => ({
    user: list.flatMap(({ who }) => (who.kind === 'user' ? [{ username: who.person.username }] : [])),
    group: list.flatMap(({ who }) => (who.kind === 'group' ? [{ name: who.name }] : [])),
  })
  const editors = entries.filter(entry => entry.edit)
  return [
    { operation: 'read' as const, restrictions: subjects(mode === 'view' ? entries : []) },
    {
      operation: 'update' as const,
      restrictions: subjects(
        mode === 'edit' ? entries : mode === 'view' && editors.length < entries.length ? editors : [],
      ),
    },
  ]
}

/** i18n key of a validation problem; undefined when valid. */
export function problemOf({ mode, entries }: Restrictions): string | undefined {
  if (mode === 'none') return undefined
  if (entries.length === 0) return 'Name at least one user or group.'
  if (!entries.some(entry => entry.edit)) return 'Let at least one user or group edit.'
  return undefined
}
