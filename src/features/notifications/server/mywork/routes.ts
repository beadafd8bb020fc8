import type { App } from '#platform/server/app.ts'
import { Answer, type AnyEndpoint, type Handler } from '#platform/server/http/http.ts'
import { requireUser } from '#features/accounts/server/index.ts'
import * as contract from '../../mywork-contract.ts'
import { POLL_DEFAULT_S, POLL_MAX_S } from '../../shared.ts'
import { countNew } from '../store.ts'
import * as service from './service.ts'

/** The notifications of the bell, as programs that know the old product ask for them. Each about the user's own. */
export function myworkRoutes({ http }: App): void {
  /** `latest` and `1` are one version. */
  const handle = <E extends AnyEndpoint>(endpoint: E, handler: Handler<E>) =>
    http.handle(endpoint, handler, { aliases: [endpoint.path.replace('/latest/', '/1/')] })
  handle(contract.myworkStatus, async ({ ctx }) => ({
    count: await countNew(ctx, requireUser(ctx)),
    timeout: POLL_DEFAULT_S,
    maxTimeout: POLL_MAX_S,
  }))
  handle(contract.myworkNew, ({ ctx }) => countNew(ctx, requireUser(ctx)))
  handle(contract.myworkList, ({ ctx, query }) => service.listOf(ctx, requireUser(ctx), query))
  handle(contract.myworkNested, ({ ctx, query }) => service.groupsOf(ctx, requireUser(ctx), query))
  handle(contract.myworkOne, ({ ctx, params }) => service.oneOf(ctx, requireUser(ctx), params.id))
  handle(contract.myworkLastRead, async ({ ctx, body }) => {
    await service.setLastSeen(ctx, requireUser(ctx), body)
    return Answer.empty()
  })
  handle(contract.myworkRead, async ({ ctx, body }) => {
    await service.setRead(ctx, requireUser(ctx), body, true)
    return Answer.empty()
  })
  handle(contract.myworkSetStatus, async ({ ctx, params, body }) => {
    const accountId = requireUser(ctx)
    await service.oneOf(ctx, accountId, params.id)
    await service.setRead(ctx, accountId, [params.id], body.status === 'DONE')
    return service.oneOf(ctx, accountId, params.id)
  })
  handle(contract.myworkDelete, async ({ ctx, params }) => {
    await service.remove(ctx, requireUser(ctx), params.id)
    return Answer.empty()
  })
}
