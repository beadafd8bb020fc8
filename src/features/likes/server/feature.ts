import { createElement as h } from 'react'
import { endpointKey } from '#platform/page-data.ts'
import type { ServerFeature } from '#platform/server/app.ts'
import { pageOf } from '#platform/server/http/paging.ts'
import { commentParts } from '#features/comments/server/index.ts'
import { pageParts } from '#features/content/server/index.ts'
import { dashboardQueries } from '#features/dashboard/server/index.ts'
import { notificationKinds } from '#features/notifications/server/index.ts'
import { reportCounts } from '#features/page-lists/server/index.ts'
import { listPopular, type LikedType, type Likes } from '../contract.ts'
import { POPULAR_AT_ONCE } from '../shared.ts'
import { PageLikesView } from '../view/LikesView.tsx'
import { migrations } from './migrations.ts'
import { likeNotification } from './notifications.ts'
import { likeRoutes } from './routes.ts'
import { likeSettings } from './settings.ts'
import { likesOf } from './service.ts'
import { likeCount, popular, totalLikes } from './store.ts'
import de from '../i18n/de.json' with { type: 'json' }
import en from '../i18n/en.json' with { type: 'json' }

/** Likes of pages, posts and comments, whom users follow, and what is popular. */
export const likesFeature: ServerFeature = {
  name: 'likes',
  messages: { de, en },
  migrations,
  settings: likeSettings,
  // Rows of a large wiki.
  statistics: {
    content_like: {
      sqlite_autoindex_content_like_1: '200000 8 1',
      content_like_account: '200000 100 1',
      content_like_at: '200000 2 1',
    },
    account_follow: { sqlite_autoindex_account_follow_1: '20000 10 1', account_follow_followee: '20000 10' },
  },
  register(app) {
    app.extensions.add(notificationKinds, likeNotification)
    app.extensions.add(pageParts, {
      name: 'likes',
      count: likeCount,
      isOfPage: true,
      load: async (ctx, row, count) => ({
        type: row.type,
        ...(await likesOf(ctx, [row], { areNone: count === 0 })).get(row.id),
      }),
      after: (value, { reader }) => {
        const { type, ...likes } = value as Likes & { type: LikedType }
        return h(PageLikesView, { type, likes, reader })
      },
    })
    app.extensions.add(commentParts, { name: 'likes', isOfComments: true, load: (ctx, rows) => likesOf(ctx, rows) })
    app.extensions.add(reportCounts, {
      field: 'likeCount',
      load: (ctx, rows) =>
        totalLikes(
          ctx,
          rows.map(row => row.id),
        ),
    })
    app.extensions.add(dashboardQueries, async (ctx, request) => {
      const query = { start: 0, limit: POPULAR_AT_ONCE }
      const page = pageOf(request, app, query, await popular(ctx, query))
      return [
        {
          key: [...endpointKey(listPopular, { query: { limit: POPULAR_AT_ONCE } }), 'pages'],
          data: { pages: [page], pageParams: [0] },
        },
      ]
    })
    likeRoutes(app)
  },
}
