import { endpointKey } from '#platform/page-data.ts'
import type { App } from '#platform/server/app.ts'
import { notFound } from '#platform/server/http/errors.ts'
import { Answer } from '#platform/server/http/http.ts'
import { html } from '#platform/server/http/markup.ts'
import { firstValue, handleScreen, screenMarkup } from '#platform/server/http/screen.ts'
import { getProfile, getPublicProfile, getUser } from '../../contract.ts'
import { SETTINGS_ALIASES, SETTINGS_AREAS } from '../../settings-areas.ts'
import { listAdministrators } from '../administrators.ts'
import { requireUse, requireUser } from '../policies.ts'
import { ownProfile } from '../profile/routes.ts'
import { requireAccount } from '../users/accounts.ts'
import { mayViewProfile, personOf, profilePath } from '../users/people.ts'
import { publicProfile, visibleUser } from '../users/routes.ts'

/** Administrators on one page of their list. */
const SHOWN_ADMINISTRATORS = 50

/** The documents of profiles and of one's own settings. */
export function accountScreens(app: App): void {
  handleScreen(app, '/users/viewuserprofile.action', 'The profile of a user', async ({ ctx, query }) => {
    const username = firstValue(query['username'])
    if (!username) throw notFound('The address names no user')
    const account = await visibleUser(ctx, { username })
    if (account.deleted_at !== null) throw notFound('There is no such user')
    const profile = publicProfile(ctx, account)
    return {
      title: profile.displayName,
      main: screenMarkup({
        locale: ctx.locale,
        title: profile.displayName,
        width: 'normal',
        breadcrumbs: [{ label: 'People', href: '/dosearchsite.action?type=user' }],
        content: html`<p>@${profile.username}</p>${profile.about && html`<p>${profile.about}</p>`}<p><a href="/dosearchsite.action?contributor=${encodeURIComponent(profile.username)}">What ${profile.displayName} has written</a></p>`,
      }),
      queries: [
        { key: endpointKey(getUser, { query: { username } }), data: personOf(app, account) },
        { key: endpointKey(getPublicProfile, { params: { userKey: profile.userKey } }), data: profile },
      ],
    }
  })

  handleScreen(app, '/administrators.action', 'Whom to ask: the administrators of the wiki', async ({ ctx, query }) => {
    requireUse(ctx)
    const start = Math.max(0, Math.trunc(Number(firstValue(query['start']))) || 0)
    const found = await listAdministrators(app, { start, limit: SHOWN_ADMINISTRATORS })
    // Who may not see users still learns by name whom to ask.
    const rows = found.slice(0, SHOWN_ADMINISTRATORS).map(account =>
      html`<li>${mayViewProfile(ctx, account) ? html`<a href="${profilePath(account.username)}">${account.display_name}</a>` : account.display_name}</li>`)
    return {
      title: 'Administrators',
      main: screenMarkup({
        locale: ctx.locale,
        title: 'Administrators',
        width: 'normal',
        content: html`<p>These people administer this site. Ask them when you need a permission, a space or help with your account.</p><ul>${rows}</ul>${
          found.length > SHOWN_ADMINISTRATORS && html`<p><a href="/administrators.action?start=${start + SHOWN_ADMINISTRATORS}">More administrators</a></p>`}`,
      }),
    }
  })

  handleScreen(app, '/users/viewmyprofile.action', 'The own profile', ({ ctx }) => {
    requireUser(ctx)
    return Answer.redirect(`/users/viewuserprofile.action?username=${encodeURIComponent(ctx.viewer.username)}`)
  })

  for (const { path, title } of SETTINGS_AREAS) {
    handleScreen(app, path, `Own settings: ${title}`, async ({ ctx }) => {
      const account = await requireAccount(app, { id: requireUser(ctx) })
      const links = SETTINGS_AREAS.map(area => html`<li><a href="${area.path}"${area.path === path ? html` aria-current="page"` : ''}>${area.title}</a></li>`)
      return {
        title: `${title} - Your settings`,
        main: screenMarkup({
          locale: ctx.locale,
          title: 'Your settings',
          width: 'normal',
          breadcrumbs: [{ label: account.display_name, href: `/users/viewuserprofile.action?username=${encodeURIComponent(account.username)}` }],
          content: html`<nav aria-label="Your settings"><ul>${links}</ul></nav><p>${account.display_name} (${account.username}), ${account.email}</p><noscript><p>Changing settings needs script.</p></noscript>`,
        }),
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
