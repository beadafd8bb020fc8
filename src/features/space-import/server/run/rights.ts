import type { RestrictionSubject } from '#features/content-core/server/read.ts'
import {
  NOT_FOR_ANONYMOUS,
  OLD_PERMISSION_NAMES,
  type ImportedGrant,
  type SpacePermission,
} from '#features/spaces/server/index.ts'
import type { ExportedGrant, ExportedHolder, ExportedRestriction } from '../package/exported.ts'
import { isProgram } from '../package/people.ts'
import type { Staging } from '../package/staging-store.ts'
import type { ImportRun } from './import-run.ts'
import type { LeftOutReason } from './phrases.ts'

/** Permissions in a space by the names of the export. Others are of programs, or for what this wiki does not have. */
const PERMISSIONS: ReadonlyMap<string, SpacePermission> = new Map(
  Object.entries(OLD_PERMISSION_NAMES).map(([permission, name]) => [name, permission as SpacePermission]),
)

/** The permission that one of the export is here, or the reason to leave it out. */
export function permissionOf(
  objects: Staging,
  { permission: name, holder }: ExportedGrant,
): { permission: SpacePermission } | { reason: LeftOutReason } {
  const permission = PERMISSIONS.get(name)
  const userKey = holder.kind === 'person' ? holder.person.userKey : undefined
  if (!permission || (userKey !== undefined && isProgram(objects, userKey)))
    return {
      reason:
        'Space permissions left out, since they are for programs or for functions that this wiki does not have: {{number}}',
    }
  if (holder.kind === 'anonymous' && NOT_FOR_ANONYMOUS.includes(permission))
    return { reason: 'Permissions of visitors left out, since only users can have them: {{number}}' }
  return { permission }
}

/** Permissions in a space, each once, without those of programs and of groups that cannot be here. */
export async function grantsHere(run: ImportRun, exported: readonly ExportedGrant[]): Promise<ImportedGrant[]> {
  const { report } = run
  const grants = new Map<string, ImportedGrant>()
  report.source('Permissions', exported.length)
  for (const grant of exported) {
    const found = permissionOf(run.export.objects, grant)
    if ('reason' in found) {
      report.leaveOut(found.reason)
      continue
    }
    const { permission } = found
    const subject = await subjectOf(run, grant.holder)
    if (!subject) {
      report.leaveOut('Permissions left out, since their users or groups are not here: {{number}}')
      continue
    }
    const key = `${subject.account_id} ${subject.group_id} ${permission}`
    if (grants.has(key)) report.leaveOut('Permissions left out, since they are given more than once: {{number}}')
    grants.set(key, { ...subject, permission })
  }
  report.arrived('Permissions', grants.size)
  return [...grants.values()]
}

/** The same user or group here; undefined for one that cannot be here. */
async function subjectOf({ people }: ImportRun, holder: ExportedHolder): Promise<RestrictionSubject | undefined> {
  if (holder.kind === 'anonymous') return { account_id: null, group_id: null }
  if (holder.kind === 'group') {
    const group_id = await people.group(holder.name)
    return group_id === null ? undefined : { account_id: null, group_id }
  }
  const account = await people.account(holder.person)
  return account ? { account_id: account.id, group_id: null } : undefined
}

/** A user who is not there: a restriction to users who cannot be here must not open the page. */
export const NO_USER: RestrictionSubject = { account_id: 0, group_id: null }

/** Users and groups who alone may see and edit a page. One whose names are all unknown here lets no user in. */
export async function restrictionsHere(
  run: ImportRun,
  exported: readonly ExportedRestriction[],
): Promise<(RestrictionSubject & { operation: 'read' | 'update' })[]> {
  const rows: (RestrictionSubject & { operation: 'read' | 'update' })[] = []
  run.report.source('Restrictions', exported.length)
  run.report.arrived('Restrictions', exported.length)
  for (const { operation, holders } of exported) {
    const subjects: RestrictionSubject[] = []
    for (const holder of holders) {
      const subject = await subjectOf(run, holder)
      if (subject) subjects.push(subject)
      else run.report.leaveOut('Users and groups left out of restrictions, since they are not here: {{number}}')
    }
    rows.push(...(subjects.length > 0 ? subjects : [NO_USER]).map(of => ({ ...of, operation })))
  }
  return rows
}
