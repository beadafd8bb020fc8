import type { RestrictionSubject } from '#features/content-core/server/read.ts'
import {
  NOT_FOR_ANONYMOUS,
  OLD_PERMISSION_NAMES,
  type ImportedGrant,
  type SpacePermission,
} from '#features/spaces/server/index.ts'
import type { ExportedGrant, ExportedHolder, ExportedRestriction } from '../package/exported.ts'
import type { ImportRun } from './import-run.ts'

/** Permissions in a space by the names of the export. Others are of programs, or for what this wiki does not have. */
const PERMISSIONS: ReadonlyMap<string, SpacePermission> = new Map(
  Object.entries(OLD_PERMISSION_NAMES).map(([permission, name]) => [name, permission as SpacePermission]),
)

/** Permissions in a space, each once, without those of programs and of groups that cannot be here. */
export async function grantsHere(run: ImportRun, exported: readonly ExportedGrant[]): Promise<ImportedGrant[]> {
  const { report } = run
  const grants = new Map<string, ImportedGrant>()
  report.source('Permissions', exported.length)
  for (const { permission: name, holder } of exported) {
    const permission = PERMISSIONS.get(name)
    if (!permission || isProgram(run, holder)) {
      report.leaveOut(
        'Space permissions left out, since they are for programs or for functions that this wiki does not have: {{number}}',
      )
      continue
    }
    const subject = await subjectOf(run, holder)
    if (!subject) {
      report.leaveOut('Permissions left out, since their users or groups are not here: {{number}}')
      continue
    }
    const isForAll = subject.account_id === null && subject.group_id === null
    if (isForAll && NOT_FOR_ANONYMOUS.includes(permission)) {
      report.leaveOut('Permissions of visitors left out, since only users can have them: {{number}}')
      continue
    }
    const key = `${subject.account_id} ${subject.group_id} ${permission}`
    if (grants.has(key)) report.leaveOut('Permissions left out, since they are given more than once: {{number}}')
    grants.set(key, { ...subject, permission })
  }
  report.arrived('Permissions', grants.size)
  return [...grants.values()]
}

function isProgram({ people }: ImportRun, holder: ExportedHolder): boolean {
  return holder.kind === 'person' && holder.person.userKey !== undefined && people.isApp(holder.person.userKey)
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
