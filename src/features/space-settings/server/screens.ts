import { createElement as h } from 'react'
import type { App } from '#platform/server/app.ts'
import { notFound } from '#platform/server/http/errors.ts'
import { Answer } from '#platform/server/http/http.ts'
import { firstValue, handleScreen, screenFrame } from '#platform/server/http/screen.ts'
import { readerOf } from '#platform/server/http/view.ts'
import { spaceFrame, spaceTree } from '#features/content/server/index.ts'
import { requireAdministeredSpace, spacePath } from '#features/spaces/server/index.ts'
import { SPACE_SETTINGS, SPACE_SETTINGS_ALIASES, spaceSettingsHref } from '../areas.ts'

/** Their addresses, those of the old product too. */
export function settingsScreens(app: App): void {
  for (const { path, title } of SPACE_SETTINGS) {
    handleScreen(app, path, `Settings of a space: ${title}`, async ({ ctx, query }) => {
      const space = await requireAdministeredSpace(ctx, keyIn(query))
      const { t } = readerOf(ctx)
      const tree = await spaceTree(ctx, space, undefined)
      return {
        title: `${t(title)} - ${space.name}`,
        noscript: screenFrame(
          ctx,
          { title: t('Space settings'), breadcrumbs: [{ label: space.name, href: spacePath(space) }] },
          h('p', null, t('Changing settings needs script.')),
        ),
        ...spaceFrame(ctx, tree, { place: 'settings', path }),
      }
    })
  }
  handleScreen(
    app,
    '/plugins/servlet/applinks/listEntityLinks/:type/:key',
    'Entity links of a space, by an address of the old product',
    async ({ ctx, request }) => {
      const { key } = request.params as { key: string }
      const space = await requireAdministeredSpace(ctx, key)
      return Answer.redirect(spaceSettingsHref('/spaces/listentitylinks.action', space.key))
    },
  )
  for (const [path, target] of Object.entries(SPACE_SETTINGS_ALIASES)) {
    handleScreen(
      app,
      path,
      `Settings of a space, by an address of the old product: ${target}`,
      async ({ ctx, query }) => {
        const space = await requireAdministeredSpace(ctx, keyIn(query))
        return Answer.redirect(spaceSettingsHref(target, space.key))
      },
    )
  }
}

function keyIn(query: Readonly<Record<string, string | readonly string[] | undefined>>): string {
  const key = firstValue(query['key']) ?? firstValue(query['spaceKey'])
  if (!key) throw notFound('The address names no space', { forPrograms: true })
  return key
}
