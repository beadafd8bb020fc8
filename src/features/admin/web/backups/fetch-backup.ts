import { call } from '#platform/web/api.ts'
import { confirmPassword } from '#features/accounts/web/index.ts'
import { downloadBackup } from '#features/backup-jobs/contract.ts'
import { getAdminAccess } from '../../contract.ts'

/** Downloads a backup; checks first, since a refusal would not be a page. */
export async function fetchBackup(jobId: number): Promise<void> {
  const { elevated } = await call(getAdminAccess)
  if (!elevated) return confirmPassword(location.pathname + location.search)
  location.assign(downloadBackup.path.replace(':jobId', String(jobId)))
}
