import { createElement as h } from 'react'
import { endpointKey } from '#platform/page-data.ts'
import type { App } from '#platform/server/app.ts'
import { notFound } from '#platform/server/http/errors.ts'
import { Answer } from '#platform/server/http/http.ts'
import { firstValue, handleScreen, screenFrame } from '#platform/server/http/screen.ts'
import { getProfile, getPublicProfile, getUser } from '../../contract.ts'
import { SETTINGS_ALIASES, SETTINGS_AREAS } from '../../settings-areas.ts'
import { listAdministrators } from '../permissions/store.ts'
import { requireUse, requireUser } from '../policies.ts'
import { ownProfile } from '../profile/routes.ts'
import { requireAccount } from '../users/accounts.ts'
import { mayViewProfile, personOf, profilePath } from '../users/people.ts'
import { publicProfile, visibleUser } from '../users/routes.ts'

/** Administrators on one page of their list. */
const SHOWN_ADMINISTRATORS = 50

/** The documents of profiles and of one's own settings. */
export function accountScreens(app: App): void {
  profileScreens(app)
  administratorsScreen(app)
  settingsScreens(app)
}

function profileScreens(app: App): void {
  handleScreen(app, '/users/viewuserprofile.action', 'The profile of a user', async ({ ctx, query }) => {
    const username = firstValue(query['username'])
    if (!username) throw notFound('The address names no user', { forPrograms: true })
    const account = await visibleUser(ctx, { username })
    if (account.deleted_at !== null) throw notFound('There is no such user', { forPrograms: true })
    const profile = publicProfile(ctx, account)
    return {
      title: profile.displayName,
      noscript: screenFrame(
        ctx,
        {
          title: profile.displayName,
          width: 'normal',
          breadcrumbs: [{ label: 'People', href: '/dosearchsite.action?type=user' }],
        },
        h('p', null, `@${profile.username}`),
        profile.about && h('p', null, profile.about),
      ),
      queries: [
        { key: endpointKey(getUser, { query: { username } }), data: personOf(app, account) },
        { key: endpointKey(getPublicProfile, { params: { userKey: profile.userKey } }), data: profile },
      ],
    }
  })
  handleScreen(app, '/users/viewmyprofile.action', 'The own profile', ({ ctx }) => {
    requireUser(ctx)
    return Answer.redirect(`/users/viewuserprofile.action?username=${encodeURIComponent(ctx.viewer.username)}`)
  })
}

function administratorsScreen(app: App): void {
  handleScreen(app, '/administrators.action', 'Whom to ask: the administrators of the wiki', async ({ ctx, query }) => {
    requireUse(ctx)
    const start = Math.max(0, Math.trunc(Number(firstValue(query['start']))) || 0)
    const found = await listAdministrators(app, { start, limit: SHOWN_ADMINISTRATORS })
    // Users who may not browse users still see by name whom to ask.
    const rows = found
      .slice(0, SHOWN_ADMINISTRATORS)
      .map(account =>
        h(
          'li',
          { key: account.id },
          mayViewProfile(ctx, account)
            ? h('a', { href: profilePath(account.username) }, account.display_name)
            : account.display_name,
        ),
      )
    const next =
      found.length > SHOWN_ADMINISTRATORS &&
      h(
        'p',
        null,
        h('a', { href: `/administrators.action?start=${start + SHOWN_ADMINISTRATORS}` }, 'More administrators'),
      )
    return {
      title: 'Administrators',
      main: screenFrame(
        ctx,
        { title: 'Administrators', width: 'normal' },
        h(
          'p',
          null,
          'These people administer this site. Ask them when you need a permission, a space or help with your account.',
        ),
        h('ul', null, rows),
        next,
      ),
      isWhole: true,
    }
  })
}

function settingsScreens(app: App): void {
  for (const { path, title } of SETTINGS_AREAS) {
    handleScreen(app, path, `Own settings: ${title}`, async ({ ctx }) => {
      const account = await requireAccount(app, { id: requireUser(ctx) })
      return {
        title: `${title} - Your settings`,
        queries: [{ key: endpointKey(getProfile), data: ownProfile(account) }],
      }
    })
  }
  for (const [path, target] of Object.entries(SETTINGS_ALIASES)) {
    handleScreen(app, path, `Own settings, by an address of the old product: ${target}`, ({ ctx }) => {
      requireUser(ctx)
      return Answer.redirect(target)
    })
  }
}
