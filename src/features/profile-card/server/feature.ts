import type { ServerFeature } from '#platform/server/app.ts'
import { publicProfile, visibleUser } from '#features/accounts/server/index.ts'
import { pageMacros } from '#features/content-core/server/render.ts'
import { findSpace, personalKey, spacePath } from '#features/spaces/server/index.ts'
import { getProfileCard } from '../contract.ts'
import { profileMacro, profilePicture } from './macros.ts'
import macrosDe from '../i18n/macros.de.json' with { type: 'json' }

/** Facts about the person behind a name, shown where the pointer rests on it. */
export const profileCardFeature: ServerFeature = {
  name: 'profile-card',
  messages: { de: macrosDe },
  register({ http, extensions }) {
    extensions.add(pageMacros, profileMacro, profilePicture)
    http.handle(getProfileCard, async ({ ctx, query }) => {
      const account = await visibleUser(ctx, query)
      const space = await findSpace(ctx, personalKey(account.username))
      return {
        ...publicProfile(ctx, account),
        profileUrl: `/users/viewuserprofile.action?username=${encodeURIComponent(account.username)}`,
        space: space ? { url: spacePath(space) } : null,
      }
    })
  },
}
