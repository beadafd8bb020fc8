import { expect, it } from 'vitest'
import { startTestWiki } from '#platform/server/testing/harness.ts'
import { person } from '#features/spaces/testing/people.ts'
import { features } from '../../server.ts'

const CARD = '/rest/oxbow/1.0/profile-card?username='

it('the card of a person tells each reader what they may know', async () => {
  const wiki = await startTestWiki('sqlite', features)
  try {
    const ada = await person(wiki, 'ada')
    const ben = await person(wiki, 'ben')
    await ada.client.put('/rest/oxbow/1.0/profile', { about: 'Writes the manuals.', timeZone: 'Europe/London' })
    const seen = await ben.client.get(`${CARD}ada`)
    expect(seen.json).toEqual({
      userKey: ada.userKey,
      username: 'ada',
      displayName: 'ada Doe',
      about: 'Writes the manuals.',
      avatarUrl: `/avatars/${ada.userKey}/initials.svg`,
      timeZone: 'Europe/London',
      active: true,
      profileUrl: '/users/viewuserprofile.action?username=ada',
      space: null,
    })
    expect((await ada.client.get(`${CARD}ada`)).json.email).toBe('ada@example.org')
    expect((await wiki.admin.get(`${CARD}ada`)).json.email).toBe('ada@example.org')

    // A way home, for who may see the space. Without one, its address is that of the profile.
    const home = '/rest/oxbow/1.0/address?spaceKey=~ada'
    expect((await ben.client.get(home)).json).toEqual({ redirect: '/users/viewuserprofile.action?username=ada' })
    await ada.client.post('/rest/api/space', { key: '~ada', name: 'Home of Ada', type: 'personal' })
    expect((await ben.client.get(`${CARD}ada`)).json.space).toEqual({ url: '/display/~ada' })
    expect((await ben.client.get(home)).json).toEqual({ id: expect.stringMatching(/^\d+$/) as string })

    expect((await ben.client.get(`${CARD}nobody`)).status).toBe(404)
    expect((await wiki.anonymous.get(`${CARD}ada`)).status).toBe(401)
    await wiki.admin.put('/rest/api/permissions/group/confluence-users/revoke', [
      { targetType: 'users', operationKey: 'read' },
    ])
    for (const name of ['ada', 'nobody']) expect((await ben.client.get(CARD + name)).status).toBe(403)
    expect((await ben.client.get(`${CARD}ben`)).status).toBe(200)
  } finally {
    await wiki.close()
  }
})
