/** Query of the dashboard, seeded by the server. */
export const UPDATES = { limit: 20 } as const
export const DRAFTS = { limit: 5 } as const
export const STARRED_SPACES = { favourite: true, limit: 12 } as const
export const TEAM_SPACES = { type: 'global', limit: 12 } as const
