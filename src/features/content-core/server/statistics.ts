import type { PlannerStatistics } from '#platform/server/database/index.ts'

/** A wiki of a hundred spaces with 60,000 pages, most of them below others, 25,000 comments and 10,000 files. */
export const statistics: PlannerStatistics = {
  awaited_parent: {
    awaited_parent_parent: '100 2',
  },
  content: {
    content_children: '70000 10 10 9 2 1 1 1 1',
    content_contained: '35000 8 6 6 2 1',
    content_created: '100000 33000 2 1 1 1 1',
    content_creator: '100000 500 2',
    content_drafts: '1000 5 1',
    content_guard: '5000 20',
    content_held: '35000 17000 15000 1 1 1 1',
    content_in_space: '100000 1000 300 250 1',
    content_listed: '65000 16000 8000 1 1 1',
    content_page_title: '58000 580 1',
    content_post_title: '3000 60 2 1',
    content_roots: '30000 300 100 90 2 1 1 1 1',
    content_space_updated: '100000 1000 400 2 1 1 1',
    content_updated: '100000 33000 2 1 1 1 1',
  },
  content_link: {
    content_link_from: '500000 6',
    content_link_named: '500000 100000 1000 4',
    content_link_target: '50000 3',
  },
  content_macro: {
    content_macro_name: '200000 4000 1',
    sqlite_autoindex_content_macro_1: '200000 3 1',
  },
  former_title: {
    former_title_content: '20000 2',
    sqlite_autoindex_former_title_1: '20000 200 1 1',
  },
  content_version: {
    content_version_author: '400000 2000 2',
    content_version_written: '400000 4 2 1',
    sqlite_autoindex_content_version_1: '400000 4 1',
  },
  version_author: {
    sqlite_autoindex_version_author_1: '40000 4 2 1',
    version_author_account: '40000 200 2 1',
  },
}
