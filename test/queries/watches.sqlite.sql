select "account".*
  from "account"
  where "active" = ? and "id" in (select "account_id"
  from "content_watch"
  where "content_id" = ?)
  order by "username_key"
  limit ?
  offset ?;

select "account".*
  from "account"
  where "active" = ? and "id" in (select "account_id"
  from "space_watch"
  where "space_id" = ? and "scope" = ?)
  order by "username_key"
  limit ?
  offset ?;

select "scope"
  from "space_watch"
  where "space_id" = ? and "account_id" = ?;

select 1 as "one"
  from "content_watch"
  where "content_id" = ? and "account_id" = ?;
