delete
  from "access_request"
  where "id" = ? and "declined_at" is null
  returning "id";

select "access_request".*
  from "access_request"
  inner join "content" on "content"."id" = "access_request"."content_id"
  where "access_request"."id" > ? and "access_request"."declined_at" is null and "content"."space_id" = ?
  order by "access_request"."id"
  limit ?;

select "account_id", "group_id", "permission"
  from "space_permission"
  where "space_id" = ? and "permission" in (…);

select "id"
  from "access_request"
  where "declined_at" is null
  limit ?;

select *
  from "access_request"
  where "content_id" = ? and "declined_at" is null
  order by "at"
  limit ?;

select *
  from "access_request"
  where "id" = ? and "declined_at" is null;
