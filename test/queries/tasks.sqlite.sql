insert into "inline_task" ("content_id", "page_id", "task_id", "position", "status", "description", "due_on", "assignee_id", "creator_id", "created_at", "completed_by", "completed_at", "reminded_on")
  values (…);

select "inline_task"."id"
  from "inline_task"
  inner join "content" on "content"."id" = "inline_task"."content_id"
  inner join "content" as "page" on "page"."id" = "inline_task"."page_id"
  where "inline_task"."status" = 'incomplete' and "content"."status" = 'current' and "page"."status" = 'current' and "content"."space_id" not in (select id
  from space
  where status = 'deleting')
  order by inline_task.due_on asc, "inline_task"."id" asc
  limit ?
  offset ?;

select "inline_task"."id"
  from "inline_task"
  inner join "content" on "content"."id" = "inline_task"."content_id"
  inner join "content" as "page" on "page"."id" = "inline_task"."page_id"
  where "inline_task"."status" = 'incomplete' and "content"."status" = 'current' and "page"."status" = 'current' and "content"."space_id" not in (select id
  from space
  where status = 'deleting') and "inline_task"."assignee_id" = ?
  order by inline_task.due_on asc, "inline_task"."id" asc
  limit ?
  offset ?;

select "inline_task"."id"
  from "inline_task"
  inner join "content" on "content"."id" = "inline_task"."content_id"
  inner join "content" as "page" on "page"."id" = "inline_task"."page_id"
  where "inline_task"."status" = 'incomplete' and "content"."status" = 'current' and "page"."status" = 'current' and (exists (select 1
  from space_permission
  where space_permission.space_id = "content"."space_id" and space_permission.permission = 'read:space' and (+"space_permission"."account_id" = ? or +"space_permission"."group_id" in (…) or (+"space_permission"."account_id" is null and +"space_permission"."group_id" is null))) and ("content"."guard_id" is null or not exists (select 1
  from guard_link
  where guard_link.guard_id = "content"."guard_id" and not exists ( select 1
  from restriction
  where restriction.content_id = guard_link.link_id and restriction.operation = 'read' and (+"restriction"."account_id" = ? or +"restriction"."group_id" in (…) or (+"restriction"."account_id" is null and +"restriction"."group_id" is null))))))
  order by inline_task.due_on asc, "inline_task"."id" asc
  limit ?
  offset ?;

select "inline_task"."id"
  from "inline_task"
  inner join "content" on "content"."id" = "inline_task"."content_id"
  inner join "content" as "page" on "page"."id" = "inline_task"."page_id"
  where "inline_task"."status" = 'incomplete' and "content"."status" = 'current' and "page"."status" = 'current' and (exists (select 1
  from space_permission
  where space_permission.space_id = "content"."space_id" and space_permission.permission = 'read:space' and (+"space_permission"."account_id" = ? or +"space_permission"."group_id" in (…) or (+"space_permission"."account_id" is null and +"space_permission"."group_id" is null))) and ("content"."guard_id" is null or not exists (select 1
  from guard_link
  where guard_link.guard_id = "content"."guard_id" and not exists ( select 1
  from restriction
  where restriction.content_id = guard_link.link_id and restriction.operation = 'read' and (+"restriction"."account_id" = ? or +"restriction"."group_id" in (…) or (+"restriction"."account_id" is null and +"restriction"."group_id" is null)))))) and "inline_task"."assignee_id" = ?
  order by inline_task.due_on asc, "inline_task"."id" asc
  limit ?
  offset ?;

select "inline_task".*, "content"."type" as "content_type", "space"."key" as "space_key", "page"."title" as "page_title", "page"."type" as "page_type", "page"."posting_day" as "page_posting_day"
  from "inline_task"
  inner join "content" on "content"."id" = "inline_task"."content_id"
  inner join "content" as "page" on "page"."id" = "inline_task"."page_id"
  inner join "space" on "space"."id" = "page"."space_id"
  where "inline_task"."id" in (…);

select *
  from "inline_task"
  where "content_id" = ?;
