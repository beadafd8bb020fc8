import type { Context } from '#platform/server/context.ts'
import { readerOf } from '#platform/server/http/view.ts'
import { mayInSpace, type Space } from '#features/spaces/server/index.ts'
import { SPACE_SETTINGS, spaceSettingsHref } from '#features/space-settings/server/index.ts'
import { CUSTOM_CONTENT_PATH } from '../collections.ts'
import type { SidebarLink } from '../contract.ts'

/** The settings of a space as links, for who may open them. */
export async function advancedLinks(ctx: Context, space: Space): Promise<SidebarLink[]> {
  if (!(await mayInSpace(ctx.app, ctx.viewer, space.id, 'administer:space'))) return []
  return [
    ...SPACE_SETTINGS.map(({ path, title }) => ({ title, url: spaceSettingsHref(path, space.key) })),
    { title: 'Sidebar content', url: `${CUSTOM_CONTENT_PATH}?key=${encodeURIComponent(space.key)}` },
  ].map(({ title, url }) => ({
    id: url.replace(/^.*\/|\.action\?.*$/g, ''),
    title: readerOf(ctx).t(title),
    url,
    tooltip: readerOf(ctx).t(title),
    styleClass: 'advanced',
    collectorKey: '',
    canHide: false,
    hidden: false,
  }))
}
