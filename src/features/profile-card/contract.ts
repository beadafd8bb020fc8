import { z } from 'zod'
import { endpoint } from '#platform/contract.ts'
import { nameParameter, publicProfileSchema } from '#features/accounts/contract.ts'

export const profileCard = publicProfileSchema.extend({
  profileUrl: z.string(),
  /** Personal space, where there is one that the reader may see. */
  space: z.object({ url: z.string() }).nullable(),
})
export type ProfileCard = z.output<typeof profileCard>

export const getProfileCard = endpoint({
  method: 'GET',
  path: '/rest/oxbow/1.0/profile-card',
  tag: 'screens',
  summary: 'Who a user is, as the card at their name shows it',
  query: z.object({ username: nameParameter }),
  response: profileCard,
})
