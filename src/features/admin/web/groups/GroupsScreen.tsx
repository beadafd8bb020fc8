import type { ScreenProps } from '#platform/web/feature.ts'
import { GroupDetail } from './GroupDetail.tsx'
import { GroupList } from './GroupList.tsx'

/** All groups, or the one of `?group=`. */
export default function GroupsScreen({ search }: ScreenProps) {
  return typeof search.group === 'string' && search.group !== '' ? (
    <GroupDetail key={search.group} name={search.group} />
  ) : (
    <GroupList />
  )
}
