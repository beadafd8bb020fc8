import type { App } from '#platform/server/app.ts'
import { pageOf } from '#platform/server/http/paging.ts'
import * as contract from '../../contract.ts'
import { requireViewUsers } from '../policies.ts'
import { requireElevatedAdministrator } from '../sign-in/elevation.ts'
import { requireAccount } from '../users/accounts.ts'
import { listMembers } from '../users/directory-store.ts'
import { expandedPerson } from '../users/people.ts'
import { addToGroup, createGroup, deleteGroup, groupView, removeFromGroup, requireGroup } from './groups.ts'
import { listGroups, searchGroups } from './store.ts'

/** Groups and their members. */
export function groupRoutes(app: App): void {
  const { http } = app

  http.handle(contract.listGroups, async ({ ctx, query, request }) => {
    await requireViewUsers(ctx)
    const groups = await listGroups(app, query)
    return pageOf(
      request,
      app,
      query,
      groups.map(group => groupView(app, group)),
    )
  })

  http.handle(contract.searchGroups, async ({ ctx, query, request }) => {
    await requireViewUsers(ctx)
    return pageOf(request, app, query, await searchGroups(app, query))
  })

  http.handle(contract.getGroup, async ({ ctx, params }) => {
    await requireViewUsers(ctx)
    return groupView(app, await requireGroup(app, params.groupName))
  })

  http.handle(contract.listGroupMembers, async ({ ctx, params, query, request }) => {
    await requireViewUsers(ctx)
    const group = await requireGroup(app, params.groupName)
    const accounts = await listMembers(app, group.id, query)
    return pageOf(
      request,
      app,
      query,
      accounts.map(account => expandedPerson(app, account, query.expand)),
    )
  })

  for (const endpoint of [contract.listGroupSubgroups, contract.listGroupParents, contract.listGroupAncestors]) {
    http.handle(endpoint, async ({ ctx, params, query, request }) => {
      await requireViewUsers(ctx)
      await requireGroup(app, params.groupName)
      return pageOf(request, app, query, [])
    })
  }

  http.handle(contract.createGroup, async ({ ctx, body }) => {
    await requireElevatedAdministrator(ctx)
    return groupView(app, await createGroup(app, { name: body.name }, ctx.viewer.userId))
  })

  http.handle(contract.deleteGroup, async ({ ctx, params }) => {
    await requireElevatedAdministrator(ctx)
    await deleteGroup(app, await requireGroup(app, params.groupName), ctx.viewer.userId)
  })

  http.handle(contract.addMember, async ({ ctx, params }) => {
    await requireElevatedAdministrator(ctx)
    const [account, group] = [await requireAccount(app, params), await requireGroup(app, params.groupName)]
    await addToGroup(app, account, group, ctx.viewer.userId)
  })

  http.handle(contract.removeMember, async ({ ctx, params }) => {
    await requireElevatedAdministrator(ctx)
    const [account, group] = [await requireAccount(app, params), await requireGroup(app, params.groupName)]
    await removeFromGroup(app, account, group, ctx.viewer.userId)
  })
}
