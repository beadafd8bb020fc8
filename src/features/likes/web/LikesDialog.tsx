import { useState } from 'react'
import { call } from '#platform/web/api.ts'
import { t } from '#platform/web/i18n.ts'
import { useEndpoint, useInvalidate } from '#platform/web/query.ts'
import { pageData } from '#platform/web/session.ts'
import { Avatar } from '#platform/web/ui/Avatar.tsx'
import { Button, ButtonRow } from '#platform/web/ui/Button.tsx'
import { Dialog } from '#platform/web/ui/Dialog.tsx'
import { Loaded } from '#platform/web/ui/Loaded.tsx'
import { showFailure } from '#platform/web/ui/toast-store.ts'
import { followUser, listLikes, unfollowUser, type Liker, type Likes } from '../contract.ts'
import { DIALOG_LIKES } from '../shared.ts'

interface LikesDialogProps {
  contentId: string
  likes: Likes
  onClose: () => void
}

/** Users who like a content, followed ones first. */
export default function LikesDialog({ contentId, likes, onClose }: LikesDialogProps) {
  const answer = useEndpoint(
    listLikes,
    { params: { id: contentId }, query: { expand: 'user', max: DIALOG_LIKES } },
    { staleTime: 0 },
  )
  return (
    <Dialog
      id="likes-dialog"
      title={t('People who like this')}
      width={400}
      height={365}
      onClose={onClose}
      footer={
        <ButtonRow align="end">
          <Button onPress={onClose}>{t('Close')}</Button>
        </ButtonRow>
      }
    >
      <Loaded answer={answer} failure={t('The list could not be read')} skeleton={4}>
        {({ likes: found }) => (
          <>
            <ul className="ox-likers">
              {found.map(({ user }) => (
                <Person key={user.name} user={user} mayFollow={likes.mayFollow} />
              ))}
            </ul>
            {likes.count > found.length && (
              <p className="ox-likers-rest">{t('and {{count}} others', { count: likes.count - found.length })}</p>
            )}
          </>
        )}
      </Loaded>
    </Dialog>
  )
}

function Person({ user, mayFollow }: { user: Liker; mayFollow: boolean }) {
  const name = user.fullName ?? user.name
  const isOneself = pageData().user?.username === user.name
  return (
    <li>
      <Avatar name={name} picture={user.avatarUrl} size={32} isDecorative />
      {user.url === undefined ? (
        <span className="ox-likers-name">{name}</span>
      ) : (
        <a className="ox-likers-name confluence-userlink" data-username={user.name} href={user.url}>
          {name}
        </a>
      )}
      {mayFollow && !isOneself && <FollowButton user={user} name={name} />}
    </li>
  )
}

function FollowButton({ user, name }: { user: Liker; name: string }) {
  const invalidate = useInvalidate()
  const [follows, setFollows] = useState(user.followedByRemoteUser)
  const toggle = async () => {
    setFollows(!follows)
    try {
      const args = { params: { user: pageData().user?.username ?? '' }, query: { username: user.name } }
      await call(follows ? unfollowUser : followUser, args)
      await invalidate(listLikes)
    } catch (error) {
      setFollows(follows)
      showFailure(t(follows ? 'The user is still followed' : 'The user could not be followed'), error)
    }
  }
  return (
    <Button
      size="small"
      aria-label={t(follows ? 'Unfollow {{name}}' : 'Follow {{name}}', { name })}
      onPress={() => void toggle()}
    >
      {follows ? t('Unfollow') : t('Follow')}
    </Button>
  )
}
