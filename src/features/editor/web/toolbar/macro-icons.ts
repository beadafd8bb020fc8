import Blocks from 'lucide-react/icons/blocks'
import Braces from 'lucide-react/icons/braces'
import ChartColumn from 'lucide-react/icons/chart-column'
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'
import CircleCheck from 'lucide-react/icons/circle-check'
import FileText from 'lucide-react/icons/file-text'
import FolderTree from 'lucide-react/icons/folder-tree'
import Globe from 'lucide-react/icons/globe'
import Info from 'lucide-react/icons/info'
import ListChecks from 'lucide-react/icons/list-checks'
import ListTree from 'lucide-react/icons/list-tree'
import OctagonAlert from 'lucide-react/icons/octagon-alert'
import PanelTop from 'lucide-react/icons/panel-top'
import Paperclip from 'lucide-react/icons/paperclip'
import Search from 'lucide-react/icons/search'
import Ticket from 'lucide-react/icons/ticket'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import Users from 'lucide-react/icons/users'

export type Icon = typeof Info

const OF_MACROS: Readonly<Record<string, Icon>> = {
  info: Info,
  note: TriangleAlert,
  tip: CircleCheck,
  warning: OctagonAlert,
  panel: PanelTop,
  expand: ChevronsUpDown,
  toc: ListTree,
  'toc-zone': ListTree,
  jira: Ticket,
  jirachart: ChartColumn,
  noformat: Braces,
  pagetreesearch: Search,
  livesearch: Search,
  'tasks-report-macro': ListChecks,
}

const OF_CATEGORIES: Readonly<Record<string, Icon>> = {
  'confluence-content': FileText,
  navigation: FolderTree,
  media: Paperclip,
  reporting: ChartColumn,
  communication: Users,
  'external-content': Globe,
}

/** Icon of a macro: that of its name, else that of its category. */
export function macroIcon({ name, category }: { name: string; category: string }): Icon {
  return OF_MACROS[name] ?? OF_CATEGORIES[category] ?? Blocks
}
