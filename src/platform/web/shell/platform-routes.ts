import { screenRoute } from '../feature.ts'

/** Screens of the platform itself. The style page is a development aid; nothing links to it. */
export const platformRoutes = [
  screenRoute({
    path: '/styleguide',
    screen: () => import('../styleguide/StyleGuide.tsx'),
    prepare: () => ({ title: 'Style guide' }),
  }),
]
