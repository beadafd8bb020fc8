import type { RestrictionSubject } from '#features/content/server/index.ts'
import {
  NOT_FOR_ANONYMOUS,
  OLD_PERMISSION_NAMES,
  type ImportedGrant,
  type SpacePermission,
} from '#features/spaces/server/index.ts'
import { membersOf, referenceOf, textOf, type ExportObject } from '../package/objects.ts'
import { personOf } from './contents.ts'
import type { ImportRun } from './import-run.ts'

/** Permissions in a space by the names of the export. Others are of programs, or for what this wiki does not have. */
const PERMISSIONS: ReadonlyMap<string, SpacePermission> = new Map(
  Object.entries(OLD_PERMISSION_NAMES).map(([permission, name]) => [name, permission as SpacePermission]),
)

/** Permissions in a space, each once. */
export async function grantsOf(run: ImportRun, space: ExportObject): Promise<ImportedGrant[]> {
  const { objects } = run.export
  const listed = membersOf(space, 'permissions').flatMap(({ id }) => objects.get('SpacePermission', id) ?? [])
  const grants = new Map<string, ImportedGrant>()
  for (const given of listed.length > 0 ? listed : objects.of('SpacePermission', space.id)) {
    const permission = PERMISSIONS.get(textOf(given, 'type') ?? '')
    const holder = permission && (await holderOf(run, given))
    if (!holder || (NOT_FOR_ANONYMOUS.includes(permission) && holder.account_id === null && holder.group_id === null))
      continue
    grants.set(`${holder.account_id} ${holder.group_id} ${permission}`, { ...holder, permission })
  }
  return [...grants.values()]
}

/** Holder of a permission; undefined for a program, or a group that cannot be here. */
async function holderOf(run: ImportRun, given: ExportObject): Promise<Omit<ImportedGrant, 'permission'> | undefined> {
  const group = textOf(given, 'group') ?? textOf(given, 'allUsersSubject')
  if (group !== undefined) {
    if (group === 'anonymous-users') return { account_id: null, group_id: null }
    const group_id = await run.people.group(group)
    return group_id === null ? undefined : { account_id: null, group_id }
  }
  const key = referenceOf(given, 'userSubject')?.id
  if (key === undefined && textOf(given, 'userName') === undefined) return { account_id: null, group_id: null }
  if (key !== undefined && run.people.isApp(key)) return undefined
  const account = key === undefined ? await personOf(run, given, 'user') : await run.people.account({ userKey: key })
  return account ? { account_id: account.id, group_id: null } : undefined
}

const OPERATIONS = { View: 'read', Edit: 'update' } as const

/** A user who is not there: a restriction to users who cannot be here must not open the page. */
const NOBODY: RestrictionSubject = { account_id: 0, group_id: null }

/** Users and groups who may see and edit a page, where not everybody in its space may. */
export async function restrictionsOf(
  run: ImportRun,
  content: ExportObject,
): Promise<(RestrictionSubject & { operation: 'read' | 'update' })[]> {
  const { objects } = run.export
  const rows: (RestrictionSubject & { operation: 'read' | 'update' })[] = []
  for (const set of objects.of('ContentPermissionSet', content.id)) {
    const operation = OPERATIONS[textOf(set, 'type') as keyof typeof OPERATIONS]
    if (!operation) continue
    const listed = membersOf(set, 'contentPermissions').flatMap(({ id }) => objects.get('ContentPermission', id) ?? [])
    const given = listed.length > 0 ? listed : objects.of('ContentPermission', set.id)
    const subjects: RestrictionSubject[] = []
    for (const permission of given) {
      const group = textOf(permission, 'groupName')
      const group_id = group === undefined ? null : await run.people.group(group)
      const account = group === undefined ? await personOf(run, permission, subjectOf(permission)) : null
      if (group_id !== null || account) subjects.push({ account_id: account?.id ?? null, group_id })
    }
    // An empty set lets everybody in, as in the old product; one whose names are all unknown here lets no user in.
    if (given.length > 0) rows.push(...(subjects.length > 0 ? subjects : [NOBODY]).map(of => ({ ...of, operation })))
  }
  return rows
}

/** Older exports name the user of a restriction by `userName`. */
function subjectOf(permission: ExportObject): string {
  return referenceOf(permission, 'userSubject') ? 'userSubject' : 'user'
}
