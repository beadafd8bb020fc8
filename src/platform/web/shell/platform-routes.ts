import { screenRoute } from '../feature.ts'

/** Screens of the platform itself. The style pages are a development aid; nothing links to them. */
export const platformRoutes = [
  screenRoute({
    path: '/styleguide',
    screen: () => import('../styleguide/StyleGuide.tsx'),
    prepare: () => ({ title: 'Style guide' }),
  }),
  screenRoute({
    path: '/styleguide/page',
    screen: () => import('../styleguide/SamplePage.tsx'),
    prepare: () => ({ title: 'Sample page', spaceKey: '~styleguide', contentId: '2-3' }),
  }),
]
