select (select count(*)
  from content
  where type = 'page' and status = 'current' and content.container_id is null) as pages, (select count(*)
  from content
  where type = 'blogpost' and status = 'current' and content.container_id is null) as posts, (select count(*)
  from content
  where type = 'comment' and status = 'current' and content.container_id is not null) as comments, (select count(*)
  from content
  where type = 'attachment' and status = 'current' and content.container_id is not null) as attachments, (select count(*)
  from content
  where status = 'draft') as drafts, (select count(*)
  from space
  where type = 'global' and status <> 'deleting') as global_spaces, (select count(*)
  from space
  where type = 'personal' and status <> 'deleting') as personal_spaces, (select count(*)
  from account
  where active = 1) as users, (select count(*)
  from account_group) as groups;

select count(*) as "count"
  from "account"
  where "active" = ?;
