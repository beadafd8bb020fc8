import type { SearchEntity } from '../../tables.ts'
import type { Branch } from './branch.ts'
import { contentBranch } from './content.ts'
import { spaceBranch, userBranch } from './spaces-and-users.ts'

export const BRANCHES: Readonly<Record<SearchEntity, Branch>> = {
  content: contentBranch,
  space: spaceBranch,
  user: userBranch,
}
