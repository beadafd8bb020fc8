import type { Compilable } from 'kysely'
import type { Context, Viewer } from '../context.ts'
import { preparedWithLists, type Building } from './prepared.ts'

const UNKNOWN = { userKey: '', username: '', displayName: '', locale: null, timeZone: null }

/**
 * A query that holds a policy, prepared as {@link preparedWithLists} does: once for administrators, for users, and for
 * visitors who have not signed in.
 * @param build makes the query; of who asks it knows the id and the groups, which are parameters, and no more
 */
export function preparedForViewer<P extends Readonly<Record<string, unknown>>, R>(
  build: (building: Building & { readonly viewer: Viewer }, parameter: P) => Compilable<R>,
): (ctx: Pick<Context, 'app' | 'viewer'>, values: P) => Promise<R[]> {
  const forms = new Map<string, ReturnType<typeof formOf>>()
  const formOf = ({ userId, isAdmin, mayUse, mayViewUsers }: Viewer) =>
    preparedWithLists((building, parameter: P & { userId: number; groupIds: readonly number[] }) => {
      const reader = userId === null ? { userId, groupIds: [] } : parameter
      const viewer = { ...UNKNOWN, isAdmin, mayUse, mayViewUsers, userId: reader.userId, groupIds: reader.groupIds }
      return build({ ...building, viewer }, parameter)
    })
  return ({ app, viewer }, values) => {
    const { userId, groupIds, isAdmin, mayUse, mayViewUsers } = viewer
    const key = `${userId === null} ${isAdmin} ${mayUse} ${mayViewUsers}`
    let form = forms.get(key)
    if (!form) forms.set(key, (form = formOf(viewer)))
    return form(app.database, { ...values, userId: userId ?? 0, groupIds })
  }
}
