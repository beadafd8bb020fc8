import { screenRoute } from '../feature.ts'

/** Platform screens. The style guide is a development aid without links. */
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
