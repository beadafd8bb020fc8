select (select count(*)
  from space
  where status <> 'deleting') as spaces, (select count(*)
  from account
  where active = 1) as users, (select count(*)
  from content
  where status = 'current') as contents, (select sum(size)
  from attachment_version) as bytes;

select sqlite_version() as version, (select page_count
  from pragma_page_count) * (select page_size
  from pragma_page_size) as size;
