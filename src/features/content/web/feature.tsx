import { addressOf } from '#features/content-core/address-shared.ts'
import './page.css'
import type { ReactNode } from 'react'
import type { Frame } from '#platform/web/feature.ts'
import { screenRoute, webFeature } from '#platform/web/feature.ts'
import { slot } from '#platform/web/slots.tsx'
import { preparePage } from './page-route.ts'
import { SpaceSidebar } from './tree/SpaceSidebar.tsx'
import type { SpaceFacts } from './tree/space-tree.ts'

declare module '#platform/web/slots.tsx' {
  interface Slots {
    /** Menu entries after the links; `close` closes the menu. */
    'page.menu': PageSlotContext & { close: () => void }
    /** Beside the space's name, for space administrators. */
    'space.handle': SpaceSlotContext
    'space.links': SpaceSlotContext
    /** Replaces the pages; `pages` is the page tree. */
    'space.navigation': SpaceSlotContext & { pages: ReactNode }
    'space.foot': SpaceSlotContext
    'space.tools': { spaceKey: string; collapsed: boolean; administers: boolean }
  }
}

/** Context of sidebar slots. */
export interface SpaceSlotContext {
  spaceKey: string
  contentId: string | undefined
  collapsed: boolean
  place: Frame['spacePlace']
  facts: SpaceFacts
  /** Replaces a feature's part of `facts.parts`. */
  changePart: (name: string, value: unknown) => void
}

const screen = () => import('./page/PageScreen.tsx')

export const contentWeb = webFeature({
  name: 'content',
  routes: [
    screenRoute({
      path: '/display/$key',
      screen,
      prepare: context => preparePage(context, addressOf(context.pathname)),
    }),
    screenRoute({
      path: '/display/$key/$title',
      screen,
      prepare: context => preparePage(context, addressOf(context.pathname)),
    }),
    screenRoute({
      path: '/display/$key/$year/$month/$day/$title',
      screen,
      prepare: context => preparePage(context, addressOf(context.pathname)),
    }),
    screenRoute({
      path: '/spaces/$key/pages/$id',
      screen,
      prepare: context => preparePage(context, context.params.id),
    }),
    screenRoute({
      path: '/spaces/$key/pages/$id/$title',
      screen,
      prepare: context => preparePage(context, context.params.id),
    }),
    screenRoute({
      path: '/pages/viewpage.action',
      screen,
      prepare: context => {
        const one = (name: string) => [context.search[name]].flat()[0]
        const pageId = one('pageId')
        return preparePage(context, pageId ?? withoutGaps({ spaceKey: one('spaceKey'), title: one('title') }))
      },
    }),
    screenRoute({ path: '/x/$tiny', screen, prepare: context => preparePage(context, { tiny: context.params.tiny }) }),
    ...(['/spaces/viewspacesummary.action', '/spaces/viewspace.action'] as const).map(path =>
      screenRoute({
        path,
        screen,
        prepare: context => preparePage(context, withoutGaps({ spaceKey: [context.search['key']].flat()[0] })),
      }),
    ),
  ],
  slots: [
    slot('space.sidebar', {
      id: 'pages',
      order: 10,
      inDocument: true,
      render: context => <SpaceSidebar {...context} />,
    }),
  ],
})

function withoutGaps<T extends object>(values: T): { [Name in keyof T]?: Exclude<T[Name], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never
}
