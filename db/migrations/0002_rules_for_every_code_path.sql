-- Rules that hold for every writer, psql included.

-- Room on the page keeps status updates HOT.
alter table orders set (fillfactor = 85);
--> statement-breakpoint
alter table payments set (fillfactor = 85);
--> statement-breakpoint
alter table checkout_attempts
  add constraint spent_attempt_order_exists foreign key (order_id) references orders (id);
--> statement-breakpoint
-- The edges of the order machine, the same data as server/domain/order.ts (a test compares them).
create table order_transitions (
  from_status text not null,
  to_status   text not null,
  primary key (from_status, to_status)
);
--> statement-breakpoint
insert into order_transitions (from_status, to_status) values
  ('pending_payment', 'paid'), ('pending_payment', 'cancelled'),
  ('paid', 'packed'), ('paid', 'cancelled'), ('paid', 'refunded'),
  ('packed', 'shipped'), ('packed', 'cancelled'), ('packed', 'refunded'),
  ('shipped', 'delivered'), ('shipped', 'refunded'),
  ('delivered', 'refunded');
--> statement-breakpoint
create function refuse_illegal_order_update() returns trigger language plpgsql as $$
begin
  if new.status <> old.status and not exists (
    select from order_transitions t where t.from_status = old.status and t.to_status = new.status
  ) then
    raise exception 'an order cannot move from % to %', old.status, new.status
      using errcode = '23514', constraint = 'order_moves_along_an_edge';
  end if;
  if new.version <> old.version + 1 then
    raise exception 'an order''s version goes up by one with every change, not from % to %', old.version, new.version
      using errcode = '23514', constraint = 'order_version_goes_up_by_one';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger order_moves_along_an_edge before update on orders
  for each row execute function refuse_illegal_order_update();
--> statement-breakpoint
create function refuse_illegal_payment_update() returns trigger language plpgsql as $$
begin
  if old.status = 'succeeded' and new.status <> 'succeeded' then
    raise exception 'a later failure never overwrites an earlier success'
      using errcode = '23514', constraint = 'success_is_final';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger success_is_final before update on payments
  for each row execute function refuse_illegal_payment_update();
--> statement-breakpoint
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append only', tg_table_name using errcode = '23514', constraint = 'append_only';
end $$;
--> statement-breakpoint
create trigger append_only before update or delete or truncate on ledger_entries
  for each statement execute function refuse_change();
--> statement-breakpoint
create trigger append_only before update or delete or truncate on ledger_transfers
  for each statement execute function refuse_change();
--> statement-breakpoint
create trigger append_only before update or delete or truncate on order_history
  for each statement execute function refuse_change();
--> statement-breakpoint
-- Double entry: at commit, the legs of a transfer sum to zero in every currency.
create function refuse_unbalanced_transfer() returns trigger language plpgsql as $$
begin
  if exists (
    select from ledger_entries e where e.transfer_id = new.transfer_id group by e.currency having sum(e.amount) <> 0
  ) then
    raise exception 'the entries of transfer % do not sum to zero', new.transfer_id
      using errcode = '23514', constraint = 'entries_sum_to_zero';
  end if;
  return null;
end $$;
--> statement-breakpoint
create constraint trigger entries_sum_to_zero after insert on ledger_entries
  deferrable initially deferred for each row execute function refuse_unbalanced_transfer();
