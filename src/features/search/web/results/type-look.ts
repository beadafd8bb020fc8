import FileText from 'lucide-react/icons/file-text'
import Folder from 'lucide-react/icons/folder'
import MessageSquare from 'lucide-react/icons/message-square'
import Newspaper from 'lucide-react/icons/newspaper'
import Paperclip from 'lucide-react/icons/paperclip'
import UserRound from 'lucide-react/icons/user-round'
import type { FoundItem } from '../../contract.ts'

/** Icon and name (i18n key) by type. */
export const TYPE_LOOK = {
  page: { Icon: FileText, name: 'Page' },
  blogpost: { Icon: Newspaper, name: 'Blog post' },
  comment: { Icon: MessageSquare, name: 'Comment' },
  attachment: { Icon: Paperclip, name: 'Attachment' },
  space: { Icon: Folder, name: 'Space' },
  user: { Icon: UserRound, name: 'Person' },
} as const satisfies Record<FoundItem['type'], unknown>
