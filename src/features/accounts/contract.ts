/** API contract of accounts: sign-in, users, groups, global permissions, tokens, profiles. */
export * from './contract/fields.ts'
export * from './contract/shapes.ts'
export * from './contract/sign-in.ts'
export * from './contract/users.ts'
export * from './contract/groups.ts'
export * from './contract/permissions.ts'
export * from './contract/tokens.ts'
export * from './contract/profile.ts'
