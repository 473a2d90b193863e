// The flow of README.md with the client that oapi-codegen generates.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"strconv"
	"strings"

	"asbuilt.example/flow/asbuilt"
)

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func exact(value float64) string { return strconv.FormatFloat(value, 'f', -1, 64) }

func pointer[T any](value T) *T { return &value }

func main() {
	background := context.Background()
	product, parent, reasonSUID := os.Getenv("FLOW_PRODUCT"), os.Getenv("FLOW_PARENT"), os.Getenv("FLOW_REASON")
	withKey := func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+os.Getenv("ASBUILT_KEY"))
		return nil
	}
	client := must(asbuilt.NewClientWithResponses(os.Getenv("ASBUILT_URL"), asbuilt.WithRequestEditorFn(withKey)))

	products := must(client.ProductListWithResponse(background, nil, asbuilt.ProductFilter{Name: &product}))
	listed := (*products.JSON200)[0]
	fmt.Println("listed", listed.Name)

	// A record has the fields of its Upsert under the same names.
	var same asbuilt.ProductUpsert
	if err := json.Unmarshal(must(json.Marshal(listed)), &same); err != nil {
		panic(err)
	}
	same.Description = pointer("Sent back")
	kept := must(client.ProductUpsertWithResponse(background, nil, same)).JSON200
	fmt.Printf("product %s, %d property, %t\n", strings.ToLower(*kept.Description), len(kept.Properties), kept.IsActive)

	reasons := must(client.MaterialReasonListWithResponse(background, nil, asbuilt.MaterialReasonFilter{Name: &reasonSUID}))
	update := asbuilt.MaterialReasonUpsert{Id: &(*reasons.JSON200)[0].Id, Description: pointer("Sent back")}
	reason := must(client.MaterialReasonUpsertWithResponse(background, nil, update)).JSON200
	fmt.Printf("reason %s, %d transactions\n", strings.ToLower(*reason.Description), len(reason.Transactions))

	receive(client, background, product, parent+"-A", 123456.789)
	lot := receive(client, background, product, parent+"-B", 16777217)

	line := asbuilt.BuildRequest{ParentSerialNo: parent, ChildSerialNo: parent + "-A", BuiltQty: 23456.789}
	built := must(client.BuildBuildWithResponse(background, nil, line)).JSON200
	fmt.Println("built, left", exact(built.Child.ActualQty))

	removal := asbuilt.RemoveRequest{
		ParentSerialNo: parent, ChildSerialNo: parent + "-A", RemoveQty: 23456.789, ReasonSUID: reasonSUID,
	}
	removed := must(client.BuildRemoveWithResponse(background, nil, removal)).JSON200
	fmt.Println("removed, left", exact(removed.Child.ActualQty))

	refused := must(client.BuildRemoveWithResponse(background, nil, removal)).ApplicationproblemJSON409
	fmt.Println("refused", refused.Status, refused.Code)

	line.BuiltQty = 0.001
	excess := line
	excess.BuiltQty = 999999999
	lines := asbuilt.BuildManyRequest{Lines: []asbuilt.BuildRequest{line, excess}}
	for _, result := range must(client.BuildBuildManyWithResponse(background, nil, lines)).JSON200.Results {
		outcome := ""
		if result.Answer != nil {
			outcome = exact(result.Answer.Child.ActualQty)
		} else {
			outcome = string(result.Problem.Code)
		}
		fmt.Printf("line %d: %d %s\n", result.Line, result.Status, outcome)
	}

	found := must(must(client.MaterialItemGetWithResponse(background, lot.Id)).JSON200.AsMaterialItem())
	fmt.Println("got", strings.TrimPrefix(found.VisualSerialNo, parent))

	none := must(client.MaterialItemGetWithResponse(background, 9999999999)).JSON200
	fmt.Println("got", string(must(none.MarshalJSON())))
}

func receive(
	client *asbuilt.ClientWithResponses, background context.Context, product, serial string, quantity float64,
) *asbuilt.MaterialItem {
	request := asbuilt.ReceiveRequest{ProductName: product, VisualSerialNo: &serial, Qty: quantity}
	lot := must(client.MaterialItemReceiveWithResponse(background, nil, request)).JSON200
	fmt.Println("received", exact(lot.ActualQty))
	return lot
}
