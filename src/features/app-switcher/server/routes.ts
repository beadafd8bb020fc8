import { createElement as h } from 'react'
import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import { badRequest } from '#platform/server/http/errors.ts'
import { Answer } from '#platform/server/http/http.ts'
import { firstValue, handleScreen, screenFrame } from '#platform/server/http/screen.ts'
import { readerOf } from '#platform/server/http/view.ts'
import {
  requireAdministrator,
  requireElevatedAdministrator,
  requireUse,
  requireUser,
} from '#features/accounts/server/index.ts'
import { spaceFrame, spaceTree } from '#features/content/server/index.ts'
import { allApplications, applicationById } from '#features/linked-apps/server/index.ts'
import { requireAdministeredSpace } from '#features/spaces/server/index.ts'
import * as contract from '../contract.ts'
import { CONTENT_LINKS_PATH, NAVIGATOR_PATH } from '../shared.ts'
import { administrationsOf, groupsOf, hiddenApplications, navigationOf, suggestionsFor } from './navigation.ts'
import { localShortcuts, remoteShortcuts } from './shortcuts.ts'
import {
  changeShortcut,
  insertShortcut,
  removeShortcut,
  requireShortcut,
  type ShortcutRow,
  shortcutsOf,
  storeUserData,
} from './store.ts'

/** Calls of the app switcher and of related links, and their screens. */
export function appSwitcherRoutes(app: App): void {
  menus(app)
  customApps(app)
  contentLinks(app)
  screens(app)
}

function menus({ http, database }: App): void {
  http.handle(contract.getNavigation, async ({ ctx, query }) => {
    requireUse(ctx)
    const links = await navigationOf(ctx)
    return query.expand === 'suggestions' ? { links, suggestions: await suggestionsFor(ctx) } : links
  })
  http.handle(contract.getAdminNavigation, ({ ctx }) => {
    requireAdministrator(ctx)
    return administrationsOf(ctx)
  })
  http.handle(contract.putUserData, async ({ ctx, body }) => {
    const accountId = requireUser(ctx)
    await database.transaction(tx => storeUserData(tx, accountId, body.key, body.value), { invalidates: false })
    return Answer.empty()
  })
  http.handle(contract.getLocalShortcuts, async ({ ctx, params, query }) => {
    requireUse(ctx)
    return { shortcuts: await localShortcuts(ctx, query.entityType, params.key) }
  })
  http.handle(contract.getRemoteShortcuts, async ({ ctx, params, query }) => {
    requireUse(ctx)
    return { shortcuts: await remoteShortcuts(ctx, query.entityType, params.key) }
  })
}

function customApps(app: App): void {
  const { http, database } = app
  const view = (row: ShortcutRow): contract.CustomApp => ({
    id: String(row.id),
    displayName: row.label,
    url: row.url,
    applicationType: 'custom',
    hide: row.hidden === 1,
    editable: true,
    allowedGroups: groupsOf(row),
  })
  http.handle(contract.listCustomApps, async ({ ctx }) => {
    requireAdministrator(ctx)
    const linked = await allApplications(database.read)
    return [...linked.map(row => linkedView(app, row)), ...(await shortcutsOf(database.read, null)).map(view)]
  })
  http.handle(contract.createCustomApp, async ({ ctx, body }) => {
    await requireElevatedAdministrator(ctx)
    const row = { space_id: null, label: body.displayName, url: body.url, description: '', ...columnsOf(body) }
    return view(await database.transaction(tx => insertShortcut(tx, row)))
  })
  http.handle(contract.updateCustomApp, async ({ ctx, params: { entryId }, body }) => {
    await requireElevatedAdministrator(ctx)
    const id = Number(entryId)
    if (!Number.isSafeInteger(id)) return hideApplication(ctx, entryId, body.hide ?? false)
    return database.transaction(async tx => {
      const { label, url, ...before } = await requireShortcut(tx.db, null, id)
      const changes = columnsOf({
        hide: before.hidden === 1,
        allowedGroups: groupsOf({ label, url, ...before }),
        ...body,
      })
      return view(await changeShortcut(tx, id, { label: body.displayName ?? label, url: body.url ?? url, ...changes }))
    })
  })
  http.handle(contract.deleteCustomApp, async ({ ctx, params: { linkId } }) => {
    await requireElevatedAdministrator(ctx)
    await database.transaction(async tx => {
      await requireShortcut(tx.db, null, linkId)
      await removeShortcut(tx, linkId)
    })
    return Answer.empty()
  })
}

function columnsOf({ hide, allowedGroups }: { hide: boolean; allowedGroups: readonly string[] }) {
  return { hidden: hide ? 1 : 0, allowed_groups: JSON.stringify(allowedGroups) }
}

function linkedView(
  { settings }: App,
  row: { id: string; name: string; display_url: string; type_id: string },
): contract.CustomApp {
  return {
    id: row.id,
    displayName: row.name,
    url: row.display_url,
    applicationType: row.type_id,
    hide: settings.get(hiddenApplications).includes(row.id),
    editable: false,
    allowedGroups: [],
  }
}

async function hideApplication({ app, viewer }: Context, id: string, hide: boolean): Promise<contract.CustomApp> {
  const row = await applicationById(app.database.read, id)
  if (!row) throw badRequest('This application is not linked any more')
  const linked = new Set((await allApplications(app.database.read)).map(each => each.id))
  const others = app.settings.get(hiddenApplications).filter(each => each !== id && linked.has(each))
  await app.database.transaction(tx =>
    app.settings.set(tx, hiddenApplications, hide ? [...others, id] : others, viewer.userId),
  )
  return linkedView(app, row)
}

function contentLinks({ http, database }: App): void {
  const view = (row: ShortcutRow): contract.ContentLink => ({
    id: String(row.id),
    linkLabel: row.label,
    linkUrl: row.url,
    description: row.description,
  })
  http.handle(contract.listContentLinks, async ({ ctx, params }) => {
    const space = await requireAdministeredSpace(ctx, params.key)
    return (await shortcutsOf(database.read, space.id)).map(view)
  })
  http.handle(contract.createContentLink, async ({ ctx, params, body: { linkLabel, linkUrl, description } }) => {
    const space = await requireAdministeredSpace(ctx, params.key)
    const row = { space_id: space.id, label: linkLabel, url: linkUrl, description, hidden: 0, allowed_groups: '[]' }
    return view(await database.transaction(tx => insertShortcut(tx, row)))
  })
  http.handle(contract.updateContentLink, async ({ ctx, params, body: { linkLabel, linkUrl, description } }) => {
    const space = await requireAdministeredSpace(ctx, params.key)
    return database.transaction(async tx => {
      await requireShortcut(tx.db, space.id, params.linkId)
      return view(await changeShortcut(tx, params.linkId, { label: linkLabel, url: linkUrl, description }))
    })
  })
  http.handle(contract.deleteContentLink, async ({ ctx, params }) => {
    const space = await requireAdministeredSpace(ctx, params.key)
    await database.transaction(async tx => {
      await requireShortcut(tx.db, space.id, params.linkId)
      await removeShortcut(tx, params.linkId)
    })
    return Answer.empty()
  })
}

/** The screens of administrators; what they show is fetched by the browser. */
function screens(app: App): void {
  const frame = (ctx: Context, title: string) => {
    const { t } = readerOf(ctx)
    const needsScript = h('p', null, t('Changing settings needs script.'))
    return { title, noscript: screenFrame(ctx, { title, breadcrumbs: [] }, needsScript) }
  }
  handleScreen(app, NAVIGATOR_PATH, 'Which shortcuts the app switcher has', ({ ctx }) => {
    requireAdministrator(ctx)
    return frame(ctx, readerOf(ctx).t('Customize navigator'))
  })
  handleScreen(app, CONTENT_LINKS_PATH, 'Which links are related to a space', async ({ ctx, query }) => {
    const space = await requireAdministeredSpace(ctx, firstValue(query['entityKey']) ?? '')
    const tree = await spaceTree(ctx, space, undefined)
    return {
      ...frame(ctx, `${readerOf(ctx).t('Customize shortcuts')} - ${space.name}`),
      ...spaceFrame(ctx, tree, { place: 'settings', path: CONTENT_LINKS_PATH }),
    }
  })
}
