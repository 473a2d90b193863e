"""The flow of README.md with the client that openapi-python-client generates."""

import os
from decimal import Decimal

from asbuilt_client import AuthenticatedClient
from asbuilt_client.api.material_consumption import build_build, build_build_many, build_remove
from asbuilt_client.api.material_items import material_item_get, material_item_receive
from asbuilt_client.api.products import product_list, product_upsert
from asbuilt_client.api.reference_data import material_reason_list, material_reason_upsert
from asbuilt_client.models import (
    BuildManyRequest,
    BuildRequest,
    MaterialItem,
    MaterialReasonFilter,
    MaterialReasonUpsert,
    ProductFilter,
    ProductUpsert,
    ReceiveRequest,
    RemoveRequest,
)

client = AuthenticatedClient(
    base_url=os.environ["ASBUILT_URL"], token=os.environ["ASBUILT_KEY"]
)
product = os.environ["FLOW_PRODUCT"]
parent = os.environ["FLOW_PARENT"]


def exact(value: float) -> str:
    return f"{Decimal(repr(value)).normalize():f}"


[listed] = product_list.sync(client=client, body=ProductFilter(name=product))
print(f"listed {listed.name}")

same = ProductUpsert.from_dict(listed.to_dict())
same.description = "Sent back"
kept = product_upsert.sync(client=client, body=same)
print(f"product {kept.description}, {len(kept.properties)} property, {kept.is_active}".lower())

[reason] = material_reason_list.sync(
    client=client, body=MaterialReasonFilter(name=os.environ["FLOW_REASON"])
)
reason = material_reason_upsert.sync(
    client=client, body=MaterialReasonUpsert(id=reason.id, description="Sent back")
)
print(f"reason {reason.description}, {len(reason.transactions)} transactions".lower())

for serial, quantity in ((f"{parent}-A", 123456.789), (f"{parent}-B", 16777217)):
    lot = material_item_receive.sync(
        client=client,
        body=ReceiveRequest(product_name=product, visual_serial_no=serial, qty=quantity),
    )
    print(f"received {exact(lot.actual_qty)}")

built = build_build.sync(
    client=client,
    body=BuildRequest(
        parent_serial_no=parent,
        child_serial_no=f"{parent}-A",
        built_qty=23456.789,
        receive_at_point_of_consumption=False,
    ),
)
print(f"built, left {exact(built.child.actual_qty)}")

removal = RemoveRequest(
    parent_serial_no=parent,
    child_serial_no=f"{parent}-A",
    remove_qty=23456.789,
    reason_suid=os.environ["FLOW_REASON"],
)
removed = build_remove.sync(client=client, body=removal)
print(f"removed, left {exact(removed.child.actual_qty)}")

refused = build_remove.sync(client=client, body=removal)
print(f"refused {refused.status} {refused.code}")

line = BuildRequest(
    parent_serial_no=parent,
    child_serial_no=f"{parent}-A",
    built_qty=0.001,
    receive_at_point_of_consumption=False,
)
excess = BuildRequest.from_dict(line.to_dict() | {"builtQty": 999999999})
for result in build_build_many.sync(client=client, body=BuildManyRequest([line, excess])).results:
    outcome = exact(result.answer.child.actual_qty) if result.answer else result.problem.code
    print(f"line {result.line}: {result.status} {outcome}")

found = material_item_get.sync(lot.id, client=client)
assert isinstance(found, MaterialItem)
print(f"got {found.visual_serial_no.removeprefix(parent)}")

none = material_item_get.sync(9_999_999_999, client=client)
print(f"got {none}")
