import { expect, it } from 'vitest'
import { personOf, profilePicture } from './server/users/people.ts'

const ADA = { user_key: 'a'.repeat(32), username: 'ada', display_name: 'Ada', avatar_sha256: null }
const DEFAULT = '/images/icons/profilepics/default.svg'

it('says of a picture whether it is the default one, and whether it is that of a visitor [V3-20]', () => {
  expect(profilePicture(ADA)).toEqual({ isDefault: true, isAnonymous: false, path: DEFAULT, uriReference: DEFAULT })
  expect(profilePicture(null)).toEqual({ isDefault: true, isAnonymous: true, path: DEFAULT, uriReference: DEFAULT })
  const path = `/avatars/${ADA.user_key}/48/${'b'.repeat(16)}.webp`
  const own = { ...ADA, avatar_sha256: 'b'.repeat(64) }
  expect(profilePicture(own)).toEqual({ isDefault: false, isAnonymous: false, path, uriReference: path })
  // The picture that programs read has its size, and no more than it ever had.
  expect(personOf({ baseUrl: 'https://wiki' }, own).profilePicture).toEqual({
    path,
    width: 48,
    height: 48,
    isDefault: false,
  })
})
