import type { WriteTransaction } from '#platform/server/database/index.ts'
import { badRequest } from '#platform/server/http/errors.ts'
import { administratorExists } from './permissions/store.ts'

/**
 * Called last in a transaction that takes rights or accounts away.
 * @throws HttpError 400 if no administrator would remain
 */
export async function assertAdministratorRemains(tx: WriteTransaction): Promise<void> {
  if (!(await administratorExists(tx))) {
    throw badRequest(
      'This would leave the wiki without an active administrator. Give another account the permission first.',
    )
  }
}
